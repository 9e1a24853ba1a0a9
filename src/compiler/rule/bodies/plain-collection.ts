import type { OperationNode, SchemaNode, SchemaProperty } from '../../../openapi/model.ts';
import { haveSameWords } from '../words/split-words.ts';
import { pagesInPlace } from '../queries/paging-parameters.ts';
import { numberOf } from '../words/word-number.ts';

/** Names that an array of all that was found often has. */
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
 * The array of a GET's object that is the collection, if the object has no `_embedded`: on a path that ends in a
 * plural, the array of objects that is called as the path is, that has a usual name, or that is all there is; if pages
 * are offered in any way, the only array of objects.
 */
export function findPlainCollection(
  operation: OperationNode,
  schema: SchemaNode,
  wrappers: ReadonlySet<string> = commonWrappers,
): SchemaProperty | undefined {
  const last = operation.path.segments.at(-1);
  if (operation.method !== 'GET' || last?.form !== 'static') return undefined;
  const { properties } = schema;
  if (properties.has('_embedded')) return undefined;
  const arrays = [...properties.values()].filter(
    (property) => property.schema && holdsObjects(property.schema),
  );
  const [only] = arrays.length === 1 ? arrays : [];
  if (only && isPaged(operation) && describesItems(only)) return only;
  if (arrays.length === 0 || numberOf(last.text) !== 'plural') return undefined;
  const named = arrays.find(({ name }) => haveSameWords(name, last.text));
  const [usual] = arrays
    .map(({ name }) => name)
    .filter((name) => wrappers.has(name.toLowerCase()))
    .toSorted();
  const wrapper = arrays.find(({ name }) => name === usual);
  return named ?? wrapper ?? (properties.size === 1 ? only : undefined);
}

const pagingNames = ['limit', 'offset', 'pageSize', 'pageNumber'];

/** Whether callers can request a part of the collection, in any way. */
function isPaged({ query }: OperationNode): boolean {
  return pagingNames.some((name) => query.has(name)) || [...query.values()].some(pagesInPlace);
}

/** An array of anything is as likely an attribute. */
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
