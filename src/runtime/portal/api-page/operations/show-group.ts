import { html } from '#runtime/pages/html.ts';
import { renderPagination, takePage } from '../../pages/pagination.ts';
import { showStoreProblem } from '../../visit/problem-page.ts';
import type { StoreAnswer, StoreVisit } from '../../visit/store-visit.ts';
import { texts } from '../../texts/texts.ts';
import { pathOfGroup } from '../api-paths.ts';
import { readPage } from '../read-page.ts';
import { readOperations } from '../api-operations.ts';
import type { FoundVersion } from '../find-version.ts';
import { renderDescription } from '../render-description.ts';
import { renderTrail } from '../render-trail.ts';
import { cutText } from '../../pages/render-within.ts';
import { renderOperationList } from './render-operations.ts';

const { operations: operationTexts } = texts.apiPage;

/** How many operations one page lists. */
const perPage = 60;

/** Shows the operations of one tag, or those without a tag, a page of them at a time. */
export function showGroup(visit: StoreVisit, found: FoundVersion): StoreAnswer {
  const { portal, query } = visit;
  const tag = query.get('tag') ?? undefined;
  const group = readOperations(found.api).groups.find((one) => one.tag === tag);
  if (!group) return showStoreProblem(portal, 'page_unknown');
  const listed = takePage(group.operations, readPage(query), perPage);
  const name = cutText(tag ?? operationTexts.untagged, 100);
  const main = html`${renderTrail(visit, found, name)}
    <div class="page-head">
      <h1><bdi>${name}</bdi></h1>
      <p class="quiet">${operationTexts.count(group.operations.length)}</p>
    </div>
    ${renderDescription(group.description, { topHeading: 2, maxLength: 10_000 })}
    ${renderOperationList(visit, found, listed.items)}
    ${renderPagination(listed, (number) => pathOfGroup(portal.addresses, found.entry, tag, number))}`;
  const title = `${name} – ${found.description.title} ${found.entry.version}`;
  return { status: 200, page: { title, main, section: 'catalogue' } };
}
