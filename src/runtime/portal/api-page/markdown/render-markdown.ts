import MarkdownIt, { type Token } from 'markdown-it';
import { html, type Html } from '#runtime/pages/html.ts';
import { renderInline } from './render-inline.ts';
import { toTree, type MarkdownNode } from './markdown-tree.ts';

/** Markup in the text is text; deep nesting stays a paragraph. */
const parser = new MarkdownIt('default', { html: false, linkify: false, maxNesting: 20 });

/** The longest text that is read, in UTF-16 code units. */
const longestText = 10_000;

export interface MarkdownOptions {
  /** What the first level of headings becomes; deeper ones are shifted alike. */
  readonly topHeading: 2 | 3 | 4;
  /** The most characters of markup that are made; whole blocks are left out at the end. */
  readonly maxLength: number;
}

interface RenderedMarkdown {
  readonly content: Html;
  /** Whether the end of the text is missing. */
  readonly isCut: boolean;
}

/**
 * A text of somebody else in CommonMark, with tables: only the elements below, links to other sites and mail addresses,
 * links in place of images. Its tokens go through `html`, so that nothing in it can become other markup.
 */
export function renderMarkdown(text: string, options: MarkdownOptions): RenderedMarkdown {
  const read = text.slice(0, longestText);
  const blocks: Html[] = [];
  let length = 0;
  for (const node of toTree(parser.parse(read, {}))) {
    const block = renderBlock(node, options);
    length += String(block).length;
    if (length > options.maxLength) return { content: cutBlocks(blocks, read, options), isCut: true };
    blocks.push(block);
  }
  return { content: html`${blocks}`, isCut: read.length < text.length };
}

/** A first block that is too large is shown as plain text, whose characters become at most six each. */
function cutBlocks(blocks: readonly Html[], text: string, { maxLength }: MarkdownOptions): Html {
  return blocks.length > 0 ? html`${blocks}` : html`<p>${text.slice(0, Math.floor(maxLength / 6))}</p>`;
}

function renderBlock(node: MarkdownNode, options: MarkdownOptions): Html {
  const { token, children } = node;
  const inside = () => children.map((child) => renderBlock(child, options));
  switch (token.type) {
    case 'inline':
      return renderInline(token.children ?? []);
    case 'paragraph_open':
      // Items of a tight list have no paragraph of their own (CommonMark, section 5.3).
      return token.hidden ? html`${inside()}` : html`<p>${inside()}</p>`;
    case 'heading_open':
      return renderHeading(token, inside(), options);
    case 'bullet_list_open':
      return html`<ul>
        ${inside()}
      </ul>`;
    case 'ordered_list_open':
      return html`<ol start="${String(token.attrGet('start') ?? 1)}">
        ${inside()}
      </ol>`;
    case 'list_item_open':
      return html`<li>${inside()}</li>`;
    case 'blockquote_open':
      return html`<blockquote>${inside()}</blockquote>`;
    case 'fence':
    case 'code_block':
      return html`<pre tabindex="0"><code>${token.content}</code></pre>`;
    case 'hr':
      return html`<hr />`;
    default:
      return renderTable(token, inside());
  }
}

function renderTable(token: Token, inside: readonly Html[]): Html {
  switch (token.type) {
    case 'table_open':
      return html`<table>
        ${inside}
      </table>`;
    case 'thead_open':
      return html`<thead>
        ${inside}
      </thead>`;
    case 'tbody_open':
      return html`<tbody>
        ${inside}
      </tbody>`;
    case 'tr_open':
      return html`<tr>
        ${inside}
      </tr>`;
    case 'th_open':
      return html`<th scope="col">${inside}</th>`;
    case 'td_open':
      return html`<td>${inside}</td>`;
    default:
      return html`${inside}`;
  }
}

function renderHeading(token: Token, inside: readonly Html[], { topHeading }: MarkdownOptions): Html {
  const level = Number(token.tag.slice(1)) - 1 + topHeading;
  if (level <= 2) return html`<h2>${inside}</h2>`;
  if (level === 3) return html`<h3>${inside}</h3>`;
  if (level === 4) return html`<h4>${inside}</h4>`;
  return level === 5 ? html`<h5>${inside}</h5>` : html`<h6>${inside}</h6>`;
}
