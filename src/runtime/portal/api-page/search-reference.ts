import { listSchemaNames } from '#openapi/named-schemas.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import { foldText } from '../catalogue/fold-text.ts';
import { takeEntries } from '../pages/take-entries.ts';
import { texts } from '../texts/texts.ts';
import { pathOfApi } from '../visit/paths.ts';
import type { StoreVisit } from '../visit/store-visit.ts';
import type { ApiOperation, ApiOperations } from './api-operations.ts';
import type { FoundVersion } from './find-version.ts';
import { referencePaths } from './reference/reference-paths.ts';
import { renderName } from './reference/render-type.ts';
import { renderOperationEntry } from './show-group.ts';

const { reference } = texts;

/** In UTF-16 code units. */
const longestQuery = 100;

/** The search for operations and schemas in the URL; empty if there is none. */
export function readSearch({ query }: StoreVisit): string {
  return (query.get('q') ?? '').trim().slice(0, longestQuery);
}

/** The form that searches the operations and schemas of an API version. */
export function renderSearchForm(visit: StoreVisit, { entry }: FoundVersion): Html {
  return html`<form
    class="search"
    role="search"
    method="get"
    action="${pathOfApi(visit.portal.addresses, entry)}#operations"
  >
    <label class="visually-hidden" for="q">${reference.search}</label>
    <input
      id="q"
      name="q"
      type="search"
      value="${readSearch(visit)}"
      placeholder="${reference.search}"
      maxlength="${String(longestQuery)}"
      autocomplete="off"
      spellcheck="false"
    />
    <button type="submit">${reference.searchButton}</button>
  </form>`;
}

/** The operations and schemas that contain all words of the search. */
export function renderSearchResults(visit: StoreVisit, found: FoundVersion, operations: ApiOperations): Html {
  const { addresses } = visit.portal;
  const query = readSearch(visit);
  const paths = referencePaths(addresses, found.entry);
  const matches = matcher(query);
  const foundOperations = listOnce(operations).filter((operation) => matches(textOf(operation)));
  const schemas = listSchemaNames(operations.document).filter((name) => matches(splitName(name)));
  const entries = [
    ...foundOperations.map((operation) => () => renderOperationEntry(visit, found, operation)),
    ...schemas.map(
      (name) => () => html`<li><span class="tag">${reference.schema}</span> ${renderName(name, paths)}</li>`,
    ),
  ];
  const { shown, next } = takeEntries(entries, 60_000);
  return html`<p role="status">
      ${reference.found(entries.length, query)}
      <a href="${pathOfApi(addresses, found.entry)}#operations">${reference.allOperations}</a>
    </p>
    <ul class="entries operations">
      ${shown}
    </ul>
    ${
      next === undefined
        ? undefined
        : html`<p class="quiet">${texts.apiPage.moreInDocument(entries.length - next)}</p>`
    }`;
}

function listOnce({ groups }: ApiOperations): readonly ApiOperation[] {
  return [...new Set(groups.flatMap(({ operations }) => operations))];
}

/** Whether a text has words that begin with all words of a query. */
function matcher(query: string): (text: string) => boolean {
  const words = foldText(query).split(' ');
  return (text) => {
    const folded = ` ${foldText(text)}`;
    return words.every((word) => folded.includes(` ${word}`));
  };
}

function textOf({ node }: ApiOperation): string {
  const { method, path, operationId = '', tags } = node;
  const names = splitName(`${operationId} ${path.template}`);
  return [method, names, node.text('summary') ?? '', ...tags].join(' ').slice(0, 5000);
}

/** A name with a space before each capital after a small letter, so that each of its words can be found. */
function splitName(name: string): string {
  return `${name.slice(0, 2000)} ${name.slice(0, 2000).replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')}`;
}
