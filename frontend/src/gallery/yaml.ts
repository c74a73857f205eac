/** Just enough of YAML's looks to read a spec: each line in coloured parts. */

export type Kind = "comment" | "key" | "text" | "number" | "word" | "code" | "mark" | "plain";
export interface Part {
  kind: Kind;
  text: string;
}

const PARTS =
  /(?<comment>(?:^|\s)#.*$)|(?<key>(?:^\s*(?:- )*|[{,]\s*)(?:"[^"]*"|[\w.@/-]+(?: [\w-]+)*)(?=:(?:\s|$)))|(?<text>"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')|(?<word>\b(?:true|false|null)\b)|(?<number>(?<![\w#.-])-?\d+(?:\.\d+)?(?![\w.-]))|(?<mark>[-{}[\],:|&*])/g;

/** The parts of one line; their texts joined are the line. */
export function highlight(line: string): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const match of line.matchAll(PARTS)) {
    if (match.index > at) parts.push({ kind: "plain", text: line.slice(at, match.index) });
    const kind = Object.entries(match.groups ?? {}).find(([, found]) => found !== undefined)?.[0];
    parts.push({ kind: (kind as Kind) ?? "plain", text: match[0] });
    at = match.index + match[0].length;
  }
  if (at < line.length) parts.push({ kind: "plain", text: line.slice(at) });
  return parts;
}
