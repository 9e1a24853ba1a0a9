import { html, type Html } from '../../../pages/html.ts';
import type { ContractChanges } from '../../../ports/contract-changes.ts';
import type { StoreAnswer } from '../../store-answer.ts';
import type { StoreVisit } from '../../store-visit.ts';
import { texts } from '../../texts/texts.ts';
import { pathOfChanges } from '../api-paths.ts';
import type { FoundVersion } from '../find-version.ts';
import { renderPages } from '../render-pages.ts';
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
  const count = breaking.length + other.length;
  const pages = Math.max(Math.ceil(count / perPage), 1);
  const page = Math.min(Math.max(Math.trunc(Number(visit.query.get('page') ?? 1)) || 1, 1), pages);
  const [start, end] = [(page - 1) * perPage, page * perPage];
  const shownBreaking = breaking.slice(start, end);
  const shownOther = other.slice(Math.max(start - breaking.length, 0), Math.max(end - breaking.length, 0));
  const path = pathOfChanges(visit.portal.addresses, found.entry);
  return html`${count + descriptions === 0 ? html`<p>${changeTexts.none}</p>` : undefined}
  ${shownBreaking.length > 0 ? html`<p class="quiet">${changeTexts.breakingExplanation}</p>` : undefined}
  ${renderLines(html`<h2>${changeTexts.breaking}</h2>`, shownBreaking)}
  ${renderLines(html`<h2>${changeTexts.other}</h2>`, shownOther)}
  ${descriptions > 0 ? html`<p class="quiet small">${changeTexts.descriptions(descriptions)}</p>` : undefined}
  ${renderPages(changeTexts.pages, { page, pages }, (number) => `${path}?page=${number}`)}`;
}
