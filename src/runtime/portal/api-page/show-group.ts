import { html, type Html } from '#runtime/pages/html.ts';
import { renderPagination, takePage } from '../pages/pagination.ts';
import { cutText, renderWithin } from '../pages/render-within.ts';
import { texts } from '../texts/texts.ts';
import { showStoreProblem } from '../visit/problem-page.ts';
import type { StoreAnswer, StoreVisit } from '../visit/store-visit.ts';
import {
  readOperations,
  type ApiOperation,
  type ApiOperations,
  type OperationGroup,
} from './api-operations.ts';
import { pathOfGroup, readPage, pathOfOperation } from './api-paths.ts';
import { renderBreadcrumb, type FoundVersion } from './find-version.ts';
import { renderMore } from './reference/render-text.ts';
import { renderDescription, renderShortDescription } from './render-markdown.ts';

const { operations: operationTexts } = texts.apiPage;

/** The number of operations per page. */
const perPage = 60;

/** Shows one page of the operations with the tag in the URL, or of the operations without a tag. */
export function showGroup(visit: StoreVisit, found: FoundVersion): StoreAnswer {
  const { portal, query } = visit;
  const tag = query.get('tag') ?? undefined;
  const group = readOperations(found.api).groups.find((one) => one.tag === tag);
  if (!group) return showStoreProblem(portal, 'page_unknown');
  const listed = takePage(group.operations, readPage(query), perPage);
  const name = cutText(tag ?? operationTexts.untagged, 100);
  const main = html`${renderBreadcrumb(visit, found, name)}
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

/** Up to this number, the page of the API version lists all operations; beyond it, each tag has a page. */
const mostOnOnePage = 60;

/** The form that searches the operations, and what it found; the results are undefined without a search. */
export interface OperationSearch {
  readonly form: Html;
  readonly results: Html | undefined;
}

/** The operations by tag; for a large document only the tags, with links to their pages. */
export function renderOperations(
  visit: StoreVisit,
  found: FoundVersion,
  { groups, count }: ApiOperations,
  search: OperationSearch,
): Html {
  const isSmall = count <= mostOnOnePage;
  const { shown, left } = renderWithin(groups, 40_000, (group) =>
    isSmall ? renderGroup(visit, found, group, groups.length > 1) : renderGroupLink(visit, found, group),
  );
  const renderAll = () =>
    html`${
      isSmall
        ? shown
        : html`<ul class="cards grid">
            ${shown}
          </ul>`
    }
    ${renderMore(left)}`;
  return html`<section class="stack tight" aria-labelledby="operations">
    <h2 id="operations">${operationTexts.title}</h2>
    <p class="quiet small">${operationTexts.count(count)}</p>
    ${search.form} ${search.results ?? renderAll()}
  </section>`;
}

function renderGroup(
  visit: StoreVisit,
  found: FoundVersion,
  group: OperationGroup,
  hasOthers: boolean,
): Html {
  return html`<div class="stack tight">
    ${
      group.tag === undefined && !hasOthers
        ? undefined
        : html`<h3><bdi>${cutText(group.tag ?? operationTexts.untagged, 100)}</bdi></h3>
            ${renderShortDescription(group.description)}`
    }
    ${renderOperationList(visit, found, group.operations)}
  </div>`;
}

function renderGroupLink(visit: StoreVisit, { entry }: FoundVersion, group: OperationGroup): Html {
  const { addresses } = visit.portal;
  return html`<li class="card linked">
    <h3>
      <a href="${pathOfGroup(addresses, entry, group.tag)}"
        ><bdi>${cutText(group.tag ?? operationTexts.untagged, 100)}</bdi></a
      >
    </h3>
    <p class="quiet small">${operationTexts.count(group.operations.length)}</p>
    ${renderShortDescription(group.description)}
  </li>`;
}

/** A list of operations, each with a link to its page. */
function renderOperationList(
  visit: StoreVisit,
  found: FoundVersion,
  operations: readonly ApiOperation[],
): Html {
  const { shown, left } = renderWithin(operations, 60_000, (operation) =>
    renderOperationEntry(visit, found, operation),
  );
  return html`<ul class="entries operations">
      ${shown}
    </ul>
    ${renderMore(left)}`;
}

/** An operation in a list, with a link to its page. */
export function renderOperationEntry(
  { portal }: StoreVisit,
  { entry }: FoundVersion,
  { node, compiled }: ApiOperation,
): Html {
  return html`<li>
    <a href="${pathOfOperation(portal.addresses, entry, compiled)}"
      ><span class="method">${node.method}</span> <code>${cutText(compiled.path, 200)}</code></a
    >
    ${node.isDeprecated ? html`<span class="badge warning">${operationTexts.deprecated}</span>` : undefined}
    ${compiled.access === 'public' ? html`<span class="badge">${operationTexts.public}</span>` : undefined}
    <span class="quiet">${cutText(node.text('summary') ?? '', 160)}</span>
  </li>`;
}
