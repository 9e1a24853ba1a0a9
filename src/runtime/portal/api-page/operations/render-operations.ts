import { html, type Html } from '#runtime/pages/html.ts';
import type { StoreVisit } from '../../visit/store-visit.ts';
import { texts } from '../../texts/texts.ts';
import type { ApiOperation, ApiOperations, OperationGroup } from '../api-operations.ts';
import { pathOfGroup, pathOfOperation } from '../api-paths.ts';
import type { FoundVersion } from '../find-version.ts';
import { renderShortDescription } from '../render-description.ts';
import { cutText, renderWithin } from '../../pages/render-within.ts';

const { operations: operationTexts, moreInDocument } = texts.apiPage;

/** Up to so many operations are listed on the page of the API version; more have pages by tag. */
const mostOnOnePage = 60;

/** The operations by tag; of a large document only the tags, with links to their pages. */
export function renderOperations(
  visit: StoreVisit,
  found: FoundVersion,
  { groups, count }: ApiOperations,
): Html {
  const isSmall = count <= mostOnOnePage;
  const { shown, left } = renderWithin(groups, 40_000, (group) =>
    isSmall ? renderGroup(visit, found, group, groups.length > 1) : renderGroupLink(visit, found, group),
  );
  return html`<section class="stack tight" aria-labelledby="operations">
    <h2 id="operations">${operationTexts.title}</h2>
    <p class="quiet small">${operationTexts.count(count)}</p>
    ${
      isSmall
        ? shown
        : html`<ul class="cards grid">
            ${shown}
          </ul>`
    }
    ${left > 0 ? html`<p class="quiet">${moreInDocument(left)}</p>` : undefined}
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
export function renderOperationList(
  { portal }: StoreVisit,
  { entry }: FoundVersion,
  operations: readonly ApiOperation[],
): Html {
  const { shown, left } = renderWithin(
    operations,
    60_000,
    ({ node, compiled }) =>
      html`<li>
        <a href="${pathOfOperation(portal.addresses, entry, compiled)}"
          ><span class="method">${node.method}</span> <code>${cutText(compiled.path, 200)}</code></a
        >
        ${node.isDeprecated ? html`<span class="badge warning">${operationTexts.deprecated}</span>` : undefined}
        ${compiled.access === 'public' ? html`<span class="badge">${operationTexts.public}</span>` : undefined}
        <span class="quiet">${cutText(node.text('summary') ?? '', 160)}</span>
      </li>`,
  );
  return html`<ul class="entries operations">
      ${shown}
    </ul>
    ${left > 0 ? html`<p class="quiet">${moreInDocument(left)}</p>` : undefined}`;
}
