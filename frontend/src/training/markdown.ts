/** The little Markdown in which cards are written: headings, paragraphs, lists, tables, code; nothing that acts. */

export type Block =
  | { kind: "heading"; text: string; level: number }
  | { kind: "paragraph"; text: string }
  | { kind: "list"; items: string[] }
  | { kind: "table"; head: string[]; rows: string[][] }
  | { kind: "code"; text: string };

const cells = (line: string) =>
  line
    .trim()
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => cell.trim());

/** Blocks in order. A front matter (`---` … `---`), meant for hubs, is left out. */
export function blocksOf(text: string): Block[] {
  const lines = text.replace(/^---\n[\s\S]*?\n---\n/, "").split("\n");
  const blocks: Block[] = [];
  for (let i = 0; i < lines.length; ) {
    const line = lines[i] as string;
    const heading = /^(#{1,6})\s+(.*)/.exec(line);
    if (line.trim() === "") {
      i++;
    } else if (line.startsWith("```")) {
      const end = lines.findIndex((other, at) => at > i && other.startsWith("```"));
      const stop = end < 0 ? lines.length : end;
      blocks.push({ kind: "code", text: lines.slice(i + 1, stop).join("\n") });
      i = stop + 1;
    } else if (heading) {
      blocks.push({
        kind: "heading",
        text: heading[2] as string,
        level: (heading[1] as string).length,
      });
      i++;
    } else {
      const starts = (pattern: RegExp) => pattern.test(line.trim());
      const run = runOf(lines, i);
      if (starts(/^[-*] /)) {
        const items = run.map((each) => each.trim().replace(/^[-*] /, ""));
        blocks.push({ kind: "list", items });
      } else if (starts(/^\|/)) {
        const rows = run.filter((each) => !/^[|\s:-]+$/.test(each)).map(cells);
        blocks.push({ kind: "table", head: rows[0] ?? [], rows: rows.slice(1) });
      } else {
        blocks.push({ kind: "paragraph", text: run.map((each) => each.trim()).join(" ") });
      }
      i += run.length;
    }
  }
  return blocks;
}

const sort = (line: string) =>
  /^[-*] /.test(line) ? "list" : line.startsWith("|") ? "table" : "text";

/** The lines from here that belong together. */
function runOf(lines: string[], from: number): string[] {
  const kind = sort((lines[from] as string).trim());
  let to = from + 1;
  for (; to < lines.length; to++) {
    const line = (lines[to] as string).trim();
    if (line === "" || /^#{1,6}\s/.test(line) || line.startsWith("```") || sort(line) !== kind)
      break;
  }
  return lines.slice(from, to);
}

export interface Word {
  text: string;
  style: "plain" | "bold" | "code";
}

/** **bold** and `code` inside a line. */
export function wordsOf(text: string): Word[] {
  return text
    .split(/(\*\*[^*]+\*\*|`[^`]+`)/)
    .filter(Boolean)
    .map((part) =>
      part.startsWith("**")
        ? { text: part.slice(2, -2), style: "bold" }
        : part.startsWith("`") && part.length > 1
          ? { text: part.slice(1, -1), style: "code" }
          : { text: part, style: "plain" },
    );
}
