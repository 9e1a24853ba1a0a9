import { html, type Html } from '#runtime/pages/html.ts';
import { textOf, type MarkdownNode } from './markdown-node.ts';

/** Where relative links lead. */
export interface LinkOptions {
  /** The address that a relative link leads to; undefined if it leads nowhere. Default: such links are only texts. */
  readonly resolveLink?: (address: string) => string | undefined;
}

/** Nodes within a line: text with emphasis, code and links. Blocks in it, which HTML does not allow, lose their looks. */
export function renderLine(nodes: readonly MarkdownNode[], options: LinkOptions): Html {
  return html`${nodes.map((node) => renderNode(node, options))}`;
}

function renderNode(node: MarkdownNode, options: LinkOptions): Html {
  const { element, text, address, children } = node;
  const inside = () => renderLine(children, options);
  switch (element) {
    case 'text':
      return html`${text === '\n' ? ' ' : text}`;
    case 'code':
      return html`<code>${text}${inside()}</code>`;
    case 'strong':
      return html`<strong>${inside()}</strong>`;
    case 'em':
      return html`<em>${inside()}</em>`;
    case 's':
      return html`<s>${inside()}</s>`;
    case 'sub':
      return html`<sub>${inside()}</sub>`;
    case 'sup':
      return html`<sup>${inside()}</sup>`;
    case 'br':
      return html`<br />`;
    case 'a':
      return renderLink(address, renderLine(children.map(withoutLinks), {}), options);
    case 'image':
      // An image becomes a link, since pages of the store load nothing from other sites.
      return renderLink(address, html`${nameOfImage(node)}`, options);
    case 'dropped':
      return html``;
    default:
      return html` ${text}${inside()} `;
  }
}

/** The alternative text of an image, or its URL if it has none. */
function nameOfImage({ text, address = '' }: MarkdownNode): string {
  return text === '' ? address : text;
}

/** A node in a link, where HTML allows no other link: those, and images, are replaced by their texts. */
function withoutLinks(node: MarkdownNode): MarkdownNode {
  if (node.element === 'image') return { element: 'text', text: nameOfImage(node), children: [] };
  const children = node.children.map(withoutLinks);
  return node.element === 'a'
    ? { element: 'text', text: textOf(children, ' '), children: [] }
    : { ...node, children };
}

/** A link, or only its text if the address leads nowhere or has any other scheme than `http`, `https` and `mailto`. */
function renderLink(address: string | undefined, inside: Html, { resolveLink }: LinkOptions): Html {
  const written = address ?? '';
  const target = URL.parse(written);
  if (!target) return renderOwnLink(address === undefined ? undefined : resolveLink?.(written), inside);
  const isSafe = ['http:', 'https:', 'mailto:'].includes(target.protocol);
  return isSafe ? html`<a href="${target.href}" rel="nofollow noopener">${inside}</a>` : inside;
}

/** A link to another page of the store. */
function renderOwnLink(path: string | undefined, inside: Html): Html {
  return path === undefined ? inside : html`<a href="${path}">${inside}</a>`;
}
