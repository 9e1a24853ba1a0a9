import type { ExternalDocs } from '#openapi/plain-parts.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import { plainText } from '../../markdown/parse-markdown.ts';
import { splitText, type Entry } from '../../pages/take-entries.ts';
import { texts } from '../../texts/texts.ts';
import { renderMarkdown } from '../render-markdown.ts';

/** In UTF-16 code units; a longer text becomes several entries. */
const longestPiece = 2500;

/** A description in Markdown, in as many entries as its length needs. */
export function textEntries(text: unknown): readonly Entry[] {
  if (typeof text !== 'string' || text.trim() === '') return [];
  return splitText(text, longestPiece).map((piece) => () => renderPiece(piece));
}

/** The markup of a text may be much longer than the text; then it is shown without its formats. */
function renderPiece(text: string): Html {
  const { content, isCut } = renderMarkdown(text, { topHeading: 4, maxLength: longestPiece * 6 });
  return html`<div class="prose small">${isCut ? html`<p>${plainText(text)}</p>` : content}</div>`;
}

/** What a list ends with that has no room for all: the number that is left. */
export function moreText(left: number): string | undefined {
  return left > 0 ? texts.apiPage.moreInDocument(left) : undefined;
}

/** The same as the last paragraph after a list. */
export function renderMore(left: number): Html | undefined {
  const text = moreText(left);
  return text === undefined ? undefined : html`<p class="quiet">${text}</p>`;
}

/** A link to the documentation that a part of a document names. */
export function linkEntries(docs: ExternalDocs | undefined): readonly Entry[] {
  if (!docs) return [];
  return [
    () => html`<p class="small">${texts.reference.externalDocs} ${renderOutsideLink(docs.url)}</p>`,
    ...textEntries(docs.description),
  ];
}

/** A link to another site, which opens only with `http` and `https`; any other address is text. */
export function renderOutsideLink(address: string): Html {
  const target = URL.parse(address);
  const isSafe = target !== null && ['http:', 'https:'].includes(target.protocol) && address.length < 2000;
  if (!isSafe) return html`<code>${address.slice(0, 2000)}</code>`;
  return html`<a href="${target.href}" rel="nofollow noopener">${address}</a>`;
}
