import type { Token } from 'markdown-it';
import { html, type Html } from '#runtime/pages/html.ts';
import { toTree, type MarkdownNode } from './markdown-tree.ts';

/** Text with emphasis, code and links. */
export function renderInline(tokens: readonly Token[]): Html {
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
