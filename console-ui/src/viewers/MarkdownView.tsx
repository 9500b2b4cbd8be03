import type { Token, Tokens } from "marked";
import { Fragment, useMemo, type ReactElement, type ReactNode } from "react";
import { visibleName, visibleText } from "../text/visible.ts";
import { linkAddress } from "./address.ts";
import { lex } from "./lex.ts";
import { LongText } from "./LongText.tsx";

/**
 * Markdown from peers. Only the tokens of the parser are used, never its HTML: what is raw HTML is shown as the text it is,
 * pictures are named and not fetched, and a link says where it goes.
 */
export function MarkdownView({ text }: { text: string }): ReactElement {
  const { tokens, rest } = useMemo(() => lex(text), [text]);
  return (
    <div className="markdown">
      {tokens.map((token, index) => block(token, index))}
      {rest === "" ? null : <LongText text={rest} label={tokens.length === 0 ? "text" : "the rest, as plain text"} />}
    </div>
  );
}

function block(token: Token, key: number): ReactNode {
  switch (token.type) {
    case "space":
    case "def":
      return null;
    case "heading": {
      // The page has its own headings above; those of a peer begin below them.
      const Level = `h${Math.min(6, (token as Tokens.Heading).depth + 2)}` as "h3";
      return <Level key={key}>{inlines(token)}</Level>;
    }
    case "paragraph":
      return <p key={key}>{inlines(token)}</p>;
    case "code":
      return (
        <pre key={key} className="small-pre" tabIndex={0}>
          {visibleText((token as Tokens.Code).text)}
        </pre>
      );
    case "blockquote":
      return <blockquote key={key}>{((token as Tokens.Blockquote).tokens ?? []).map(block)}</blockquote>;
    case "hr":
      return <hr key={key} />;
    case "list": {
      const list = token as Tokens.List;
      const items = list.items.map((item, index) => (
        <li key={index}>
          {item.task ? <span aria-hidden="true">{item.checked ? "☑ " : "☐ "}</span> : null}
          {item.tokens.map(block)}
        </li>
      ));
      return list.ordered ? (
        <ol key={key} start={Number(list.start) || 1}>
          {items}
        </ol>
      ) : (
        <ul key={key}>{items}</ul>
      );
    }
    case "table":
      return table(token as Tokens.Table, key);
    case "plain":
      return (
        <p key={key} className="wrap">
          {visibleText(token.raw)}
        </p>
      );
    case "html":
      return <Fragment key={key}>{visibleText((token as Tokens.HTML).raw)}</Fragment>;
    case "text": {
      const inner = (token as Tokens.Text).tokens;
      return <Fragment key={key}>{inner ? inner.map(inline) : visibleText((token as Tokens.Text).text)}</Fragment>;
    }
    default:
      return <Fragment key={key}>{inline(token, key)}</Fragment>;
  }
}

function table(token: Tokens.Table, key: number): ReactNode {
  return (
    <div key={key} className="table-scroll" tabIndex={0} role="group" aria-label="Table">
      <table>
        <thead>
          <tr>
            {token.header.map((cell, index) => (
              <th key={index} scope="col">
                {cell.tokens.map(inline)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {token.rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, place) => (
                <td key={place}>{cell.tokens.map(inline)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function inlines(token: Token): ReactNode {
  return ("tokens" in token ? (token.tokens ?? []) : []).map(inline);
}

function inline(token: Token, key: number): ReactNode {
  switch (token.type) {
    case "strong":
      return <strong key={key}>{inlines(token)}</strong>;
    case "em":
      return <em key={key}>{inlines(token)}</em>;
    case "del":
      return <del key={key}>{inlines(token)}</del>;
    case "codespan":
      return <code key={key}>{visibleText(entities((token as Tokens.Codespan).text))}</code>;
    case "br":
      return <br key={key} />;
    case "link":
      return <PeerLink key={key} href={(token as Tokens.Link).href} words={inlines(token)} />;
    case "image": {
      const image = token as Tokens.Image;
      return (
        <span key={key} className="placeholder">
          [picture “{visibleName(image.text || "without a name")}”, not loaded: {visibleName(image.href)}]
        </span>
      );
    }
    case "escape":
    case "text": {
      const inner = "tokens" in token ? token.tokens : undefined;
      return <Fragment key={key}>{inner ? inner.map(inline) : visibleText(entities((token as Tokens.Text).text))}</Fragment>;
    }
    default:
      return <Fragment key={key}>{visibleText(token.raw)}</Fragment>;
  }
}

/** A link of a peer: only to the web beyond this machine, in a tab of its own, with its target to be seen. */
export function PeerLink({ href, words }: { href: string; words: ReactNode }): ReactElement {
  const target = linkAddress(href);
  if (!target) return <span>{words} <span className="dim">({visibleName(href)})</span></span>;
  return (
    <span>
      <a href={target.href} target="_blank" rel="noopener noreferrer nofollow" title={visibleName(target.href)}>
        {words}
      </a>{" "}
      <span className="dim small">({visibleName(target.host)})</span>
    </span>
  );
}

const ENTITIES: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };

/** The parser writes some characters for HTML; here they are text again. */
function entities(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);
}
