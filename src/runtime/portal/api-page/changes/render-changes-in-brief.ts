import { html, type Html } from '#runtime/pages/html.ts';
import type { ContractChangeLine, ContractChanges } from '#runtime/ports/contract-changes.ts';
import { pathOfApi } from '../../visit/paths.ts';
import type { StoreVisit } from '../../visit/store-visit.ts';
import { texts } from '../../texts/texts.ts';
import { pathOfChanges } from '../api-paths.ts';
import type { FoundVersion } from '../find-version.ts';
import { cutText } from '../../pages/render-within.ts';
import { readChanges } from './read-changes.ts';

const { changes: changeTexts } = texts.apiPage;

/** How many changes of each group the page of an API version lists. */
const shownInBrief = 5;

/** The most important changes since the version before; nothing for the first version. */
export function renderChangesInBrief(visit: StoreVisit, found: FoundVersion): Html | undefined {
  const changes = readChanges(visit, found);
  if (changes === undefined) return undefined;
  return html`<section class="stack tight" aria-labelledby="changes">
    <h2 id="changes">${changeTexts.title(found.older?.entry.version ?? '')}</h2>
    ${typeof changes === 'string' ? renderState(visit, found, changes) : renderFirst(visit, found, changes)}
  </section>`;
}

/** Why there are no changes to show (yet). */
export function renderState(
  { portal }: StoreVisit,
  { entry }: FoundVersion,
  state: 'pending' | 'failed',
): Html {
  if (state === 'failed') return html`<p class="warning">${changeTexts.failed}</p>`;
  return html`<p class="notice">${changeTexts.pending}</p>
    <p>
      <a class="button quiet small" href="${pathOfApi(portal.addresses, entry)}/changes"
        >${changeTexts.reload}</a
      >
    </p>`;
}

function renderFirst(
  { portal }: StoreVisit,
  { entry }: FoundVersion,
  { breaking, other, descriptions }: ContractChanges,
): Html {
  const count = breaking.length + other.length;
  if (count + descriptions === 0) return html`<p>${changeTexts.none}</p>`;
  return html`${renderLines(html`<h3>${changeTexts.breaking}</h3>`, breaking.slice(0, shownInBrief))}
  ${renderLines(html`<h3>${changeTexts.other}</h3>`, other.slice(0, shownInBrief))}
  ${descriptions > 0 ? html`<p class="quiet small">${changeTexts.descriptions(descriptions)}</p>` : undefined}
  ${
    Math.max(breaking.length, other.length) > shownInBrief
      ? html`<p><a href="${pathOfChanges(portal.addresses, entry)}">${changeTexts.all(count)}</a></p>`
      : undefined
  }`;
}

/** A group of changes below its heading; nothing if it is empty. */
export function renderLines(heading: Html, lines: readonly ContractChangeLine[]): Html | undefined {
  if (lines.length === 0) return undefined;
  return html`${heading}
    <ul>
      ${lines.map(({ message }) => html`<li>${cutText(message, 300)}</li>`)}
    </ul>`;
}
