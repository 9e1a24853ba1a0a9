import { html, type Html } from '#runtime/pages/html.ts';
import type { ContractChanges } from '#runtime/ports/contract-changes.ts';
import { renderPagination, takePage } from '../../pages/pagination.ts';
import type { StoreAnswer, StoreVisit } from '../../visit/store-visit.ts';
import { texts } from '../../texts/texts.ts';
import { pathOfChanges } from '../api-paths.ts';
import type { FoundVersion } from '../find-version.ts';
import { readPage } from '../read-page.ts';
import { renderTrail } from '../render-trail.ts';
import { readChanges } from './read-changes.ts';
import { renderLines, renderState } from './render-changes-in-brief.ts';

const { changes: changeTexts } = texts.apiPage;

/** How many changes one page lists. */
const perPage = 50;

/** Shows everything that has changed since the version before, the changes that break callers first. */
export function showChanges(visit: StoreVisit, found: FoundVersion): StoreAnswer {
  const { older, entry, description } = found;
  const changes = readChanges(visit, found);
  const title = older ? changeTexts.title(older.entry.version) : changeTexts.first;
  const main = html`${renderTrail(visit, found, title)}
    <h1>${title}</h1>
    ${changes === undefined ? undefined : renderChanges(visit, found, changes)}`;
  return {
    status: 200,
    page: { title: `${title} – ${description.title} ${entry.version}`, main, section: 'catalogue' },
    // Browsers load the page again by themselves while it is being worked out.
    ...(changes === 'pending' && { headers: { refresh: '5' } }),
  };
}

function renderChanges(
  visit: StoreVisit,
  found: FoundVersion,
  changes: ContractChanges | 'pending' | 'failed',
): Html {
  if (typeof changes === 'string') return renderState(visit, found, changes);
  const { breaking, other, descriptions } = changes;
  const listed = takePage([...breaking, ...other], readPage(visit.query), perPage);
  const ofBreaking = Math.max(breaking.length - listed.from, 0);
  const [shownBreaking, shownOther] = [listed.items.slice(0, ofBreaking), listed.items.slice(ofBreaking)];
  const path = pathOfChanges(visit.portal.addresses, found.entry);
  return html`${listed.items.length + descriptions === 0 ? html`<p>${changeTexts.none}</p>` : undefined}
  ${shownBreaking.length > 0 ? html`<p class="quiet">${changeTexts.breakingExplanation}</p>` : undefined}
  ${renderLines(html`<h2>${changeTexts.breaking}</h2>`, shownBreaking)}
  ${renderLines(html`<h2>${changeTexts.other}</h2>`, shownOther)}
  ${descriptions > 0 ? html`<p class="quiet small">${changeTexts.descriptions(descriptions)}</p>` : undefined}
  ${renderPagination(listed, (number) => `${path}?page=${number}`)}`;
}
