import { html, type Html } from '#runtime/pages/html.ts';
import { textOf, type MarkdownNode } from '../markdown/markdown-node.ts';
import { groupNodes } from '../markdown/node-runs.ts';
import { parseMarkdown } from '../markdown/parse-markdown.ts';
import { renderRun, type BlockOptions } from '../markdown/render-blocks.ts';
import { texts } from '../texts/texts.ts';

/** A description from an API document or declaration, which is not trusted; undefined if it is empty. */
export function renderDescription(text: string | undefined, options: MarkdownOptions): Html | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const { content, isCut } = renderMarkdown(text, options);
  return html`<div class="prose">
    ${content}
    ${isCut ? html`<p class="quiet small">${options.cutText ?? texts.apiPage.isCut}</p>` : undefined}
  </div>`;
}

/** A short form of `renderDescription` for a row of a table. */
export function renderShortDescription(text: string | undefined): Html | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const { content, isCut } = renderMarkdown(text, { topHeading: 4, maxLength: 700 });
  return html`<div class="prose small">${content} ${isCut ? '…' : undefined}</div>`;
}

/** The default maximum length of rendered input, in UTF-16 code units. */
const longestText = 10_000;

export interface MarkdownOptions extends BlockOptions {
  /** The maximum length of the resulting markup; blocks that exceed it are omitted. */
  readonly maxLength: number;
  /** The maximum length of rendered input, in UTF-16 code units. Default: 10,000. */
  readonly longestText?: number;
  /** What is shown if the end is missing. Default: that the rest is in the OpenAPI document. */
  readonly cutText?: string;
}

interface RenderedMarkdown {
  readonly content: Html;
  /** Whether the end of the text is missing. */
  readonly isCut: boolean;
}

/**
 * Renders untrusted CommonMark with tables, and the tags of HTML that only format text. The only links are `http`, `https`
 * and `mailto`, and an image becomes a link. All nodes pass through `html`, so that the text cannot inject other markup.
 */
export function renderMarkdown(text: string, options: MarkdownOptions): RenderedMarkdown {
  const read = text.slice(0, options.longestText ?? longestText);
  const nodes = parseMarkdown(read);
  const blocks: Html[] = [];
  let length = 0;
  for (const run of groupNodes(nodes)) {
    const block = renderRun(run, options);
    length += String(block).length;
    if (length > options.maxLength) return { content: cutBlocks(blocks, nodes, options), isCut: true };
    blocks.push(block);
  }
  return { content: html`${blocks}`, isCut: read.length < text.length };
}

/**
 * If even the first block is too large, shows the text unformatted; each of its characters takes at most six in markup.
 */
function cutBlocks(
  blocks: readonly Html[],
  nodes: readonly MarkdownNode[],
  { maxLength }: MarkdownOptions,
): Html {
  if (blocks.length > 0) return html`${blocks}`;
  const text = textOf(nodes, ' ')
    .trim()
    .slice(0, Math.floor(maxLength / 6));
  return html`<p>${text}</p>`;
}
