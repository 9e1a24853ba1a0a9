import MarkdownIt, { type Token } from 'markdown-it';
import { html, type Html } from '#runtime/pages/html.ts';
import { texts } from '../texts/texts.ts';

/** A description that somebody else wrote; nothing if it is empty. */
export function renderDescription(text: string | undefined, options: MarkdownOptions): Html | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const { content, isCut } = renderMarkdown(text, options);
  return html`<div class="prose">
    ${content} ${isCut ? html`<p class="quiet small">${texts.apiPage.isCut}</p>` : undefined}
  </div>`;
}

/** The same in a row of a table, where there is little room. */
export function renderShortDescription(text: string | undefined): Html | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const { content, isCut } = renderMarkdown(text, { topHeading: 4, maxLength: 700 });
  return html`<div class="prose small">${content} ${isCut ? '…' : undefined}</div>`;
}

/** Markup in the text is text; deep nesting stays a paragraph. */
const parser = new MarkdownIt('default', { html: false, linkify: false, maxNesting: 20 });

/** The longest text that is read, in UTF-16 code units. */
const longestText = 10_000;

interface MarkdownOptions {
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

/** Text with emphasis, code and links. */
function renderInline(tokens: readonly Token[]): Html {
  return html`${toTree(tokens).map(renderNode)}`;
}

function renderNode({ token, children }: MarkdownNode): Html {
  // An image is a link with its text, since nothing is loaded from elsewhere.
  if (token.type === 'image') return renderLink(token.attrGet('src'), renderImageText(token));
  const inside = () => children.map(renderNode);
  switch (token.type) {
    case 'code_inline':
      return html`<code>${token.content}</code>`;
    case 'strong_open':
      return html`<strong>${inside()}</strong>`;
    case 'em_open':
      return html`<em>${inside()}</em>`;
    case 's_open':
      return html`<s>${inside()}</s>`;
    case 'link_open':
      return renderLink(token.attrGet('href'), children.map(renderInLink));
    case 'softbreak':
      return html`${' '}`;
    case 'hardbreak':
      return html`<br />`;
    default:
      return children.length > 0 ? html`${inside()}` : html`${token.content}`;
  }
}

/** The content of a link: HTML allows no other link within it, and an image is replaced by its text. */
function renderInLink(node: MarkdownNode): Html {
  return node.token.type === 'image' ? html`${renderImageText(node.token)}` : renderNode(node);
}

/** The address of an image that has no text. */
function renderImageText(token: Token): readonly Html[] {
  return [html`${token.content === '' ? String(token.attrGet('src') ?? '') : token.content}`];
}

/** Links to other schemes, and those relative to a page that is not this one, are text. */
function renderLink(address: string | number | null, inside: readonly Html[]): Html {
  const target = URL.parse(String(address ?? ''));
  const isSafe = target !== null && ['http:', 'https:', 'mailto:'].includes(target.protocol);
  return isSafe ? html`<a href="${target.href}" rel="nofollow noopener">${inside}</a>` : html`${inside}`;
}

/** A token that opens an element, with all between it and the one that closes it; or a token by itself. */
interface MarkdownNode {
  readonly token: Token;
  readonly children: readonly MarkdownNode[];
}

/** The flat list of tokens of the parser as a tree; its depth is bounded by `maxNesting` of the parser. */
function toTree(tokens: readonly Token[]): readonly MarkdownNode[] {
  const root: MarkdownNode[] = [];
  const open = [root];
  for (const token of tokens) {
    if (token.nesting < 0) {
      open.pop();
      continue;
    }
    const children: MarkdownNode[] = [];
    open.at(-1)?.push({ token, children });
    if (token.nesting > 0) open.push(children);
  }
  return root;
}
