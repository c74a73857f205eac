import { Code, Title } from "@mantine/core";
import { useMemo } from "react";
import classes from "./card.module.css";
import { type Block, blocksOf, wordsOf } from "./markdown";

/** What a dataset or a model says of itself. */
export function Card({ title, text }: { title: string; text: string }) {
  const blocks = useMemo(() => blocksOf(text), [text]);
  if (blocks.length === 0) return null;
  return (
    <section className={`pb-panel ${classes.card}`}>
      <Title order={2}>{title}</Title>
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity
        <Part key={index} block={block} />
      ))}
    </section>
  );
}

function Part({ block }: { block: Block }) {
  switch (block.kind) {
    case "heading":
      // The card's own title is said already; below it all stand on one level.
      return block.level === 1 ? null : <h3>{block.text}</h3>;
    case "paragraph":
      return (
        <p>
          <Words text={block.text} />
        </p>
      );
    case "code":
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is scrolled by keyboard too
      return <pre tabIndex={0}>{block.text}</pre>;
    case "list":
      return (
        <ul>
          {block.items.map((item) => (
            <li key={item}>
              <Words text={item} />
            </li>
          ))}
        </ul>
      );
    case "table":
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is scrolled by keyboard too
        <table tabIndex={0}>
          <thead>
            <tr>
              {block.head.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place
                <th key={index} scope="col">
                  <Words text={cell} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {block.rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its place
              <tr key={index}>
                {row.map((cell, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a cell is known by its place
                  <td key={column}>
                    <Words text={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      );
  }
}

function Words({ text }: { text: string }) {
  return wordsOf(text).map(({ text: words, style }, index) => {
    const key = `${index} ${words}`;
    if (style === "bold") return <b key={key}>{words}</b>;
    if (style === "code") return <Code key={key}>{words}</Code>;
    return <span key={key}>{words}</span>;
  });
}
