import { html, type Html } from '#runtime/pages/html.ts';
import { fitText } from '../pages/render-within.ts';
import { texts } from '../texts/texts.ts';

/** So many rows of a list are shown, since a page is at most 100 kB. */
export const mostRows = 50;

/** The beginning of a text that may be long. */
export function cutText(text: string): string {
  return text.length > 500 ? `${text.slice(0, 500)}…` : text;
}

/** Says that a list of so many has more rows than are shown. */
export function renderCut(count: number): Html | undefined {
  return count > mostRows ? html`<p class="hint">${texts.proposals.preview.cut}</p>` : undefined;
}

/** The markup of a file may have so many characters of up to three bytes, since a page is at most 100 kB. */
const maxMarkup = 25_000;

/** The beginning of a file or of changed lines. */
export function renderBeginning(text: string): Html {
  const beginning = fitText(text, maxMarkup);
  return html`<pre class="code" tabindex="0"><code><bdi>${beginning}</bdi></code></pre>
    ${beginning === text ? undefined : html`<p class="hint">${texts.proposals.preview.cut}</p>`}`;
}
