import { html, type Html } from '#runtime/pages/html.ts';
import { renderSentence } from '#runtime/pages/render-sentence.ts';
import type { ContractChanges, ContractChangeLine } from '#runtime/ports/contract-changes.ts';
import { renderPagination, takePage } from '../pages/pagination.ts';
import { cutText } from '../pages/render-within.ts';
import { texts } from '../texts/texts.ts';
import { pathOfApi } from '../visit/paths.ts';
import type { StoreAnswer, StoreVisit } from '../visit/store-visit.ts';
import { pathOfChanges, readPage } from './api-paths.ts';
import { renderBreadcrumb, type FoundVersion } from './find-version.ts';

const { changes: changeTexts } = texts.apiPage;

/** The groups of changes, in the order of their effect on callers. */
const groups = ['breaking', 'risky', 'compatible'] as const;

/** The number of changes per page. */
const perPage = 50;

/** Shows all changes since the previous version, breaking changes first. */
export function showChanges(visit: StoreVisit, found: FoundVersion): StoreAnswer {
  const { older, entry, description } = found;
  const changes = readChanges(visit, found);
  const title = older ? changeTexts.title(older.entry.version) : changeTexts.titleOfFirst;
  const main = html`${renderBreadcrumb(visit, found, title)}
    <h1>${title}</h1>
    ${changes === undefined ? html`<p>${changeTexts.first}</p>` : renderChanges(visit, found, changes)}`;
  return {
    status: 200,
    page: { title: `${title} – ${description.title} ${entry.version}`, main, section: 'catalogue' },
    // Makes browsers reload the page until the changes have been computed.
    ...(changes === 'pending' && { headers: { refresh: '5' } }),
  };
}

function renderChanges(
  visit: StoreVisit,
  found: FoundVersion,
  changes: ContractChanges | 'pending' | 'failed',
): Html {
  if (typeof changes === 'string') return renderState(visit, found, changes);
  const { descriptions } = changes;
  const all = groups.flatMap((group) => changes[group].map((line) => ({ group, line })));
  const listed = takePage(all, readPage(visit.query), perPage);
  const shown = Map.groupBy(listed.items, ({ group }) => group);
  const path = pathOfChanges(visit.portal.addresses, found.entry);
  return html`<p>${changeTexts.summary(changes)}</p>
    ${shown.has('breaking') ? html`<p class="quiet">${changeTexts.breakingExplanation}</p>` : undefined}
    ${groups.map((group) => {
      const lines = (shown.get(group) ?? []).map(({ line }) => line);
      return renderLines(html`<h2>${changeTexts[group]}</h2>`, lines) ?? html``;
    })}
    ${descriptions > 0 ? html`<p class="quiet small">${changeTexts.descriptions(descriptions)}</p>` : undefined}
    ${renderPagination(listed, (number) => `${path}?page=${number}`)}`;
}

/** The number of changes in each group on the page of an API version. */
const shownInBrief = 5;

/** The first changes in each group since the previous version; undefined for the first version. */
export function renderChangesInBrief(visit: StoreVisit, found: FoundVersion): Html | undefined {
  const changes = readChanges(visit, found);
  if (changes === undefined) return undefined;
  return html`<section class="stack tight" aria-labelledby="changes">
    <h2 id="changes">${changeTexts.title(found.older?.entry.version ?? '')}</h2>
    ${typeof changes === 'string' ? renderState(visit, found, changes) : renderFirst(visit, found, changes)}
  </section>`;
}

/** Why there are no changes to show: they are not computed yet, or computing them failed. */
function renderState({ portal }: StoreVisit, { entry }: FoundVersion, state: 'pending' | 'failed'): Html {
  if (state === 'failed') return html`<p class="warning">${changeTexts.failed}</p>`;
  return html`<p class="notice">${changeTexts.pending}</p>
    <p>
      <a class="button quiet small" href="${pathOfApi(portal.addresses, entry)}/changes"
        >${changeTexts.reload}</a
      >
    </p>`;
}

function renderFirst({ portal }: StoreVisit, { entry }: FoundVersion, changes: ContractChanges): Html {
  const { descriptions } = changes;
  const lengths = groups.map((group) => changes[group].length);
  const count = lengths.reduce((sum, length) => sum + length, 0);
  return html`<p>${changeTexts.summary(changes)}</p>
    ${groups.map(
      (group) =>
        renderLines(html`<h3>${changeTexts[group]}</h3>`, changes[group].slice(0, shownInBrief)) ?? html``,
    )}
    ${descriptions > 0 ? html`<p class="quiet small">${changeTexts.descriptions(descriptions)}</p>` : undefined}
    ${
      Math.max(...lengths) > shownInBrief
        ? html`<p><a href="${pathOfChanges(portal.addresses, entry)}">${changeTexts.all(count)}</a></p>`
        : undefined
    }`;
}

/** A group of changes below its heading; undefined if the group is empty. */
function renderLines(heading: Html, lines: readonly ContractChangeLine[]): Html | undefined {
  if (lines.length === 0) return undefined;
  return html`${heading}
    <ul>
      ${lines.map(({ message }) => html`<li>${renderSentence(cutText(message, 300))}</li>`)}
    </ul>`;
}

/** The changes since the previous version; undefined for the first version. */
function readChanges(
  { portal }: StoreVisit,
  { entry, older }: FoundVersion,
): ContractChanges | 'pending' | 'failed' | undefined {
  return older && portal.services.changesSince({ older: older.entry.part, newer: entry.part });
}
