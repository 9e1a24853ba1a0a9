import type { OperationNode, SchemaNode, SchemaProperty } from '#openapi/model.ts';
import { oncePer } from '#compiler/rule/once-per.ts';
import { leadsToNextPage, certainlyLeadsToNextPage } from './next-page.ts';
import { haveSameWords, splitWords } from '#compiler/rule/words/split-words.ts';
import { otherPagingRole } from './paging-parameters.ts';
import { numberOf } from '#compiler/rule/words/word-number.ts';

/** Common names of the array that contains the items of a collection. */
export const wrapperWords: readonly string[] = [
  'contents',
  'content',
  'data',
  'elements',
  'entries',
  'hits',
  'items',
  'list',
  'members',
  'objects',
  'records',
  'resources',
  'results',
  'rows',
  'values',
  'value',
];

const commonWrappers: ReadonlySet<string> = new Set(wrapperWords);

/**
 * The property of a GET's response that is the collection, if the response has no `_embedded`. On a path that ends in a
 * plural, the array of objects that is named like the path, has a common name, or is the only property. If the response
 * is a page, its only array of objects. Undefined otherwise, since a single resource may have lists among its
 * attributes.
 */
export function findPlainCollection(
  operation: OperationNode,
  schema: SchemaNode,
  wrappers: ReadonlySet<string> = commonWrappers,
): SchemaProperty | undefined {
  const last = operation.path.segments.at(-1);
  if (operation.method !== 'GET' || (last?.form !== 'static' && last?.form !== 'mixed')) return undefined;
  if (wrappers !== commonWrappers) return searchForCollection(operation, schema, wrappers);
  const known = plainCollections(operation);
  if (!known.has(schema)) known.set(schema, searchForCollection(operation, schema, wrappers));
  return known.get(schema);
}

/** Caches the collections in the schemas of an operation, which several rules need. */
const plainCollections = oncePer<OperationNode, Map<SchemaNode, SchemaProperty | undefined>>(() => new Map());

function searchForCollection(
  operation: OperationNode,
  schema: SchemaNode,
  wrappers: ReadonlySet<string>,
): SchemaProperty | undefined {
  if (schema.properties.has('_embedded')) return undefined;
  const arrays = [...schema.properties.values()].filter(
    ({ name, schema: held }) => held && holdsObjects(held) && !isReport(name, operation),
  );
  const only = arrays.length === 1 ? arrays[0] : undefined;
  if (only && describesItems(only) && isPage(operation, schema) && !isNextToContent(only, schema))
    return only;
  return arrays.length > 0 ? findNamed(operation, schema, arrays, wrappers) : undefined;
}

/**
 * Whether an array reports errors or warnings. Such an array is a collection only on a path like `/jobs/{id}/errors`.
 */
function isReport(name: string, { path }: OperationNode): boolean {
  const [, word] = /^(error|warning)s$/i.exec(name) ?? [];
  return word !== undefined && path.segments.at(-1)?.text.toLowerCase().includes(word.toLowerCase()) !== true;
}

/** Whether an array only accompanies the main object of the response: `messages` next to an object `content`. */
function isNextToContent(array: SchemaProperty, { properties }: SchemaNode): boolean {
  if (commonWrappers.has(array.name.toLowerCase())) return false;
  return [...properties.values()].some(
    ({ name, schema }) => schema?.isObject === true && commonWrappers.has(name.toLowerCase()),
  );
}

/** Whether an object is one page of many: it leads to the next page, or the operation has paging parameters. */
function isPage(operation: OperationNode, schema: SchemaNode): boolean {
  if (certainlyLeadsToNextPage(schema) && !hasOwnName(schema)) return true;
  return operation.path.segments.at(-1)?.form === 'static' && isPaged(operation) && !isResource(schema);
}

/**
 * On a path that ends in a plural: the array with the name of the path, with a common name, or without other
 * properties.
 */
function findNamed(
  operation: OperationNode,
  schema: SchemaNode,
  arrays: readonly SchemaProperty[],
  wrappers: ReadonlySet<string>,
): SchemaProperty | undefined {
  const last = operation.path.segments.at(-1);
  if (last?.form !== 'static' || numberOf(last.text) !== 'plural') return undefined;
  if (isSingle(operation, schema)) return undefined;
  const named = arrays.find(({ name }) => haveSameWords(name, last.text));
  if (named || !isEnvelope(operation, schema)) return named;
  const [usual] = arrays
    .map(({ name }) => name)
    .filter((name) => wrappers.has(name.toLowerCase()))
    .toSorted();
  return arrays.find(({ name }) => name === usual) ?? (schema.properties.size === 1 ? arrays[0] : undefined);
}

/** Plurals that often name a single resource, such as the settings of a user. */
const singles = new Set(['preferences', 'settings', 'statistics', 'stats']);

/**
 * Whether a path that ends in one of `singles` is a single resource: callers can write it, or its object is not an
 * envelope.
 */
function isSingle(operation: OperationNode, schema: SchemaNode): boolean {
  const { path } = operation;
  const word = splitWords(path.segments.at(-1)?.text ?? '').at(-1);
  if (word === undefined || !singles.has(word.toLowerCase())) return false;
  const isReplaced = (path.operation('PUT') ?? path.operation('PATCH')) !== undefined;
  return isReplaced || !isEnvelope(operation, schema);
}

/** Names that identify or describe one resource. */
const ownNames = ['id', '_id', 'uuid', 'name', 'title'];

function isResource(schema: SchemaNode): boolean {
  return !saysOfPage(schema) && hasOwnName(schema);
}

function hasOwnName({ properties }: SchemaNode): boolean {
  return ownNames.some((name) => properties.get(name)?.schema?.isOnly('string'));
}

const totals = /^(total|count)|total$|count$/i;

/** Whether an object has a link to the next page, or the number of items, as pages do. */
function saysOfPage(schema: SchemaNode): boolean {
  if (leadsToNextPage(schema)) return true;
  return [...schema.properties.values()].some(({ name, schema: held }) => {
    return totals.test(name) && (held?.isOnly('integer') === true || held?.isOnly('number') === true);
  });
}

/** Words in the names of members that describe a page or a response rather than one resource. */
const traitOfEnvelopes =
  /next|prev|first|last|page|cursor|token|link|ur[il]|href|self|kind|etag|total|count|status|message|success|code|request|error|context|copyright|query|version|date|time|type|object|result|response|continu|marker|sort|order|meta|action/i;

/**
 * Whether an object contains only lists and metadata, such as counts and links. A string with another name belongs to a
 * single resource, and so does any other member if callers can write the path by PUT or PATCH.
 */
export function isEnvelope(operation: OperationNode, schema: SchemaNode): boolean {
  if (saysOfPage(schema)) return true;
  const isWritten = operation.path.operation('PUT') ?? operation.path.operation('PATCH');
  return [...schema.properties.values()].every(({ name, schema: held }) => {
    if (held?.isArray || traitOfEnvelopes.test(name) || name.startsWith('_')) return true;
    return !isWritten && !held?.isOnly('string');
  });
}

const pagingNames = ['limit', 'offset', 'pageSize', 'pageNumber'];

/** Whether the operation has paging parameters, in any style. */
function isPaged({ query }: OperationNode): boolean {
  return pagingNames.some((name) => query.has(name)) || [...query.values()].some(otherPagingRole);
}

/** Whether the items have declared members or alternatives; an array of unspecified items is as likely an attribute. */
function describesItems({ schema }: SchemaProperty): boolean {
  const items = schema?.items;
  return items !== undefined && (items.properties.size > 0 || items.alternatives.length > 0);
}

/** Whether a schema describes arrays of objects: plain values are not resources. */
export function holdsObjects(schema: SchemaNode): boolean {
  const items = schema.isArray ? schema.items : undefined;
  if (!items) return false;
  return items.isObject || items.alternatives.some((alternative) => alternative.isObject);
}

/** The arrays of a HAL body under `_embedded`, or `_embedded` itself if that is an array. */
export function embeddedArrays(schema: SchemaNode): readonly SchemaProperty[] {
  const embedded = schema.properties.get('_embedded');
  if (embedded?.schema?.isArray) return [embedded];
  return [...(embedded?.schema?.properties.values() ?? [])].filter((property) => property.schema?.isArray);
}
