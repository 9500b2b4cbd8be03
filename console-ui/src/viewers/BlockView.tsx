import type { ReactElement } from "react";
import { part, query } from "../api/client.ts";
import type { Block } from "../api/types.ts";
import { go } from "../app/route.ts";
import { size } from "../text/format.ts";
import { visibleName } from "../text/visible.ts";
import { DownloadButton } from "../ui/download.tsx";
import { Icon } from "../ui/icons.tsx";
import { Refusal } from "../ui/notes.tsx";
import { useFetchedMedia } from "./fetched.ts";
import { TextBlock } from "./TextBlock.tsx";
import type { WholeSource } from "./whole.ts";

/** Pictures that hold nothing but a picture. SVG is a document and is never among them. */
const PICTURES = /^image\/(png|jpeg|gif|webp|avif|bmp)$/;
const SOUNDS = /^audio\/[a-z0-9.+-]+$/;

interface Props {
  block: Block;
  label: string;
  server: string;
  /** The call it belongs to and its place there, for what must be fetched. */
  call?: { id: string; index: number };
}

/** One block of a result, a prompt or a resource. Whatever is in it, it is only looked at. */
export function BlockView({ block, label, server, call }: Props): ReactElement {
  const mime = (block.mime ?? "").toLowerCase();
  if (block.type === "image" || (block.type === "resource" && PICTURES.test(mime))) return <Picture block={block} mime={mime} />;
  if (block.type === "audio" || (block.type === "resource" && SOUNDS.test(mime))) return <Sound block={block} mime={mime} />;
  if (block.type === "link") {
    return (
      <div className="block-head">
        <Icon name="resources" />
        <strong className="name">{visibleName(block.name ?? block.uri)}</strong>
        <span className="mono dim name">{visibleName(block.uri)}</span>
        {block.uri ? (
          <button type="button" className="link" onClick={() => go("resources", server, block.uri!)}>
            Read it
          </button>
        ) : null}
      </div>
    );
  }
  if (typeof block.text === "string") {
    const cut = call !== undefined && (block.cutAt ?? 0) > block.text.length;
    const rest: WholeSource | undefined = cut
      ? {
          key: `${call.id}/${call.index}`,
          total: block.cutAt!,
          path: (from, length) => `/api/calls/${part(call.id)}/result${query({ part: "text", block: call.index, from, length })}`,
        }
      : undefined;
    return (
      <>
        {block.type === "resource" ? <ResourceHead block={block} /> : null}
        <TextBlock text={block.text} mime={block.mime} label={label} rest={rest} />
      </>
    );
  }
  return (
    <div>
      <ResourceHead block={block} />
      <Download block={block} />
    </div>
  );
}

function ResourceHead({ block }: { block: Block }): ReactElement {
  return (
    <div className="block-head">
      <Icon name="resources" />
      <span className="mono name">{visibleName(block.uri ?? block.name ?? "resource")}</span>
      {block.mime ? <span className="dim">{visibleName(block.mime)}</span> : null}
    </div>
  );
}

/** Where a block's bytes are: with the backend, or here. */
function pathOf(block: Block): string | null {
  return block.href && /^\/api\//.test(block.href) ? block.href : null;
}

function dataOf(block: Block, mime: string): string | null {
  return block.data ? `data:${mime};base64,${block.data}` : null;
}

function Picture({ block, mime }: { block: Block; mime: string }): ReactElement {
  const known = PICTURES.test(mime);
  const path = known ? pathOf(block) : null;
  const fetched = useFetchedMedia(path, mime);
  const source = path === null ? dataOf(block, mime) : fetched.address;
  if (!known || (path === null && !source)) {
    return (
      <div className="block-head">
        <span className="placeholder">[picture of type {visibleName(mime || "unknown")}, not shown]</span>
        <Download block={block} />
      </div>
    );
  }
  return (
    <figure className="picture">
      {source ? <img src={source} alt={visibleName(block.name ?? "Picture from the server")} /> : <span className="dim">Loading the picture…</span>}
      <Refusal error={fetched.problem} />
      <figcaption className="dim">
        {visibleName(mime)} {block.data ? size(Math.floor((block.data.length * 3) / 4)) : ""} <Download block={block} />
      </figcaption>
    </figure>
  );
}

function Sound({ block, mime }: { block: Block; mime: string }): ReactElement {
  const known = SOUNDS.test(mime);
  const path = known ? pathOf(block) : null;
  const fetched = useFetchedMedia(path, mime);
  const source = path === null ? known && dataOf(block, mime) : fetched.address;
  return (
    <div className="block-head">
      {source ? <audio controls preload="none" src={source} aria-label={visibleName(block.name ?? "Sound from the server")} /> : null}
      <Refusal error={fetched.problem} />
      <span className="dim">{visibleName(mime || "sound")}</span>
      <Download block={block} />
    </div>
  );
}

function Download({ block }: { block: Block }): ReactElement | null {
  const path = pathOf(block);
  if (path !== null) return <DownloadButton path={path} name={fileName(block)} />;
  const data = dataOf(block, "application/octet-stream");
  if (data === null) return null;
  return (
    <a className="link" href={data} download={fileName(block)}>
      Download
    </a>
  );
}

function fileName(block: Block): string {
  const last = (block.name ?? block.uri ?? "result").split(/[/\\?#]/).filter((one) => one !== "").at(-1) ?? "result";
  return last.replace(/[^\w.-]+/g, "_").slice(0, 80) || "result";
}
