import { html, type Html } from '#runtime/pages/html.ts';
import { texts } from '../texts/texts.ts';
import { renderMarkdown, type MarkdownOptions } from './markdown/render-markdown.ts';

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
