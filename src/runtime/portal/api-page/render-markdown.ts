import MarkdownIt, { type Token } from 'markdown-it';
import { html, type Html } from '#runtime/pages/html.ts';
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

/** Shows HTML in the text as text, and text beyond the nesting limit as a paragraph. */
const parser = new MarkdownIt('default', { html: false, linkify: false, maxNesting: 20 });

/** The default maximum length of rendered input, in UTF-16 code units. */
const longestText = 10_000;

export interface MarkdownOptions {
  /** The HTML level of a first-level heading; deeper headings shift by the same amount, and no heading is above 2. */
  readonly topHeading: 1 | 2 | 3 | 4;
  /** The maximum length of the resulting markup; blocks that exceed it are omitted. */
  readonly maxLength: number;
  /** The maximum length of rendered input, in UTF-16 code units. Default: 10,000. */
  readonly longestText?: number;
  /** The address that a relative link leads to; undefined if it leads nowhere. Default: such links are only texts. */
  readonly resolveLink?: (address: string) => string | undefined;
  /** What is shown if the end is missing. Default: that the rest is in the OpenAPI document. */
  readonly cutText?: string;
  /** The `id` of the next heading. Default: headings have none. */
  readonly nameHeading?: (text: string) => string;
}

interface RenderedMarkdown {
  readonly content: Html;
  /** Whether the end of the text is missing. */
  readonly isCut: boolean;
}

/**
 * Renders untrusted CommonMark with tables. The only links are `http`, `https` and `mailto`, and an image becomes a
 * link. All tokens pass through `html`, so that the text cannot inject other markup.
 */
export function renderMarkdown(text: string, options: MarkdownOptions): RenderedMarkdown {
  const read = text.slice(0, options.longestText ?? longestText);
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

/**
 * If even the first block is too large, shows the text unformatted; each of its characters takes at most six in markup.
 */
function cutBlocks(blocks: readonly Html[], text: string, { maxLength }: MarkdownOptions): Html {
  return blocks.length > 0 ? html`${blocks}` : html`<p>${text.slice(0, Math.floor(maxLength / 6))}</p>`;
}

function renderBlock(node: MarkdownNode, options: MarkdownOptions): Html {
  const { token, children } = node;
  const inside = () => children.map((child) => renderBlock(child, options));
  switch (token.type) {
    case 'inline':
      return renderInline(token.children ?? [], options);
    case 'paragraph_open':
      // Paragraphs in tight lists have no element (CommonMark, section 5.3).
      return token.hidden ? html`${inside()}` : html`<p>${inside()}</p>`;
    case 'heading_open':
      return renderHeading(node, inside(), options);
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
      return html`<div class="scroll" tabindex="0">
        <table>
          ${inside}
        </table>
      </div>`;
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

function renderHeading(
  { token, children }: MarkdownNode,
  inside: readonly Html[],
  { topHeading, nameHeading }: MarkdownOptions,
): Html {
  const level = Number(token.tag.slice(1)) - 1 + topHeading;
  const text = children.map((child) => child.token.content).join(' ');
  // A link to the name scrolls to the heading around it.
  const named = nameHeading ? html`<span id="${nameHeading(text)}">${inside}</span>` : html`${inside}`;
  if (level <= 2) return html`<h2>${named}</h2>`;
  if (level === 3) return html`<h3>${named}</h3>`;
  if (level === 4) return html`<h4>${named}</h4>`;
  return level === 5 ? html`<h5>${named}</h5>` : html`<h6>${named}</h6>`;
}

/** Inline text with emphasis, code and links. */
function renderInline(tokens: readonly Token[], options: MarkdownOptions): Html {
  return html`${toTree(tokens).map((node) => renderNode(node, options))}`;
}

function renderNode({ token, children }: MarkdownNode, options: MarkdownOptions): Html {
  // An image becomes a link, since pages of the store load nothing from other sites.
  if (token.type === 'image') return renderLink(token.attrGet('src'), renderImageText(token), options);
  const inside = () => children.map((child) => renderNode(child, options));
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
      return renderLink(
        token.attrGet('href'),
        children.map((child) => renderInLink(child, options)),
        options,
      );
    case 'softbreak':
      return html`${' '}`;
    case 'hardbreak':
      return html`<br />`;
    default:
      return children.length > 0 ? html`${inside()}` : html`${token.content}`;
  }
}

/** A node within a link, where HTML allows no other link; an image is replaced by its text. */
function renderInLink(node: MarkdownNode, options: MarkdownOptions): Html {
  return node.token.type === 'image' ? html`${renderImageText(node.token)}` : renderNode(node, options);
}

/** The alternative text of an image, or its URL if it has none. */
function renderImageText(token: Token): readonly Html[] {
  return [html`${token.content === '' ? String(token.attrGet('src') ?? '') : token.content}`];
}

/** A link, or only its text if the address leads nowhere or has any other scheme than `http`, `https` and `mailto`. */
function renderLink(
  address: string | number | null,
  inside: readonly Html[],
  { resolveLink }: MarkdownOptions,
): Html {
  const written = String(address ?? '');
  const target = URL.parse(written);
  if (!target) return renderOwnLink(resolveLink?.(written), inside);
  const isSafe = ['http:', 'https:', 'mailto:'].includes(target.protocol);
  return isSafe ? html`<a href="${target.href}" rel="nofollow noopener">${inside}</a>` : html`${inside}`;
}

/** A link to another page of the store. */
function renderOwnLink(path: string | undefined, inside: readonly Html[]): Html {
  return path === undefined ? html`${inside}` : html`<a href="${path}">${inside}</a>`;
}

/** A token, with all tokens between it and its closing token as children. */
interface MarkdownNode {
  readonly token: Token;
  readonly children: readonly MarkdownNode[];
}

/** Turns the parser's flat list of tokens into a tree; `maxNesting` of the parser bounds its depth. */
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
