import { html, type Html } from '#runtime/pages/html.ts';
import { takePageOfEntries, type Entry } from '../../pages/take-entries.ts';
import { texts } from '../../texts/texts.ts';
import { continuedAt } from './reference-paths.ts';

const { reference } = texts;

/** The maximum length of the markup of all entries of one page. */
const longestPage = 150_000;

/** Entries as a page of their own, which continues on further pages at `path`. */
export function renderEntries(
  entries: readonly Entry[],
  path: string | undefined,
  from: number,
  renderAll = renderFields,
): Html {
  const { shown, next } = takePageOfEntries(entries, longestPage, Math.min(from, entries.length));
  return html`${renderAll(shown)} ${path === undefined ? undefined : renderContinuation(path, from, next)}`;
}

function renderFields(shown: readonly Html[]): Html {
  return html`<div class="fields">${shown}</div>`;
}

function renderContinuation(path: string, from: number, next: number | undefined): Html | undefined {
  if (from === 0 && next === undefined) return undefined;
  return html`<nav class="pages" aria-label="${reference.more}">
    <ul>
      ${from > 0 ? html`<li><a href="${path}">${reference.first}</a></li>` : undefined}
      ${
        next === undefined
          ? undefined
          : html`<li><a href="${continuedAt(path, next)}" rel="next">${reference.next}</a></li>`
      }
    </ul>
  </nav>`;
}
