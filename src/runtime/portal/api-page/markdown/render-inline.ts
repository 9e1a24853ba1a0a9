import type { Token } from 'markdown-it';
import { html, type Html } from '../../../pages/html.ts';
import { toTree, type MarkdownNode } from './markdown-tree.ts';

/** Text with emphasis, code and links. */
export function renderInline(tokens: readonly Token[]): Html {
  return html`${toTree(tokens).map(renderNode)}`;
}

function renderNode({ token, children }: MarkdownNode): Html {
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
      return renderLink(token, inside());
    case 'softbreak':
      return html`${' '}`;
    case 'hardbreak':
      return html`<br />`;
    default:
      // An image is shown as its description, since nothing is loaded from elsewhere.
      return children.length > 0 ? html`${inside()}` : html`${token.content}`;
  }
}

/** Links to other schemes, and those relative to a page that is not this one, are text. */
function renderLink(token: Token, inside: readonly Html[]): Html {
  const target = URL.parse(String(token.attrGet('href') ?? ''));
  const isSafe = target !== null && ['http:', 'https:', 'mailto:'].includes(target.protocol);
  return isSafe ? html`<a href="${target.href}" rel="nofollow noopener">${inside}</a>` : html`${inside}`;
}
