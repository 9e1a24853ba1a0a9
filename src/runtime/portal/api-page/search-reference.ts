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
import { renderMore } from './reference/render-text.ts';
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
  const searched = readWords(operations);
  const foundOperations = searched.operations.filter(([, words]) => matches(words));
  const schemas = searched.schemas.filter(([, words]) => matches(words));
  const entries = [
    ...foundOperations.map(
      ([operation]) =>
        () =>
          renderOperationEntry(visit, found, operation),
    ),
    ...schemas.map(
      ([name]) =>
        () =>
          html`<li><span class="tag">${reference.schema}</span> ${renderName(name, paths)}</li>`,
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
    ${next === undefined ? undefined : renderMore(entries.length - next)}`;
}

/** Everything that a search looks in, each with its words, which begin with a space. */
interface SearchedWords {
  readonly operations: readonly (readonly [ApiOperation, string])[];
  readonly schemas: readonly (readonly [string, string])[];
}

const known = new WeakMap<ApiOperations, SearchedWords>();

/** Kept with the operations, since folding all their texts takes much longer than a search. */
function readWords(operations: ApiOperations): SearchedWords {
  const words = known.get(operations) ?? {
    operations: listOnce(operations).map((operation) => [operation, wordsOf(textOf(operation))] as const),
    schemas: listSchemaNames(operations.document).map((name) => [name, wordsOf(splitName(name))] as const),
  };
  known.set(operations, words);
  return words;
}

function wordsOf(text: string): string {
  return ` ${foldText(text)}`;
}

function listOnce({ groups }: ApiOperations): readonly ApiOperation[] {
  return [...new Set(groups.flatMap(({ operations }) => operations))];
}

/** Whether a text has words that begin with all words of a query. */
function matcher(query: string): (words: string) => boolean {
  const sought = foldText(query)
    .split(' ')
    .map((word) => ` ${word}`);
  return (words) => sought.every((word) => words.includes(word));
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
