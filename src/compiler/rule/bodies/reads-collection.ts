import type { OperationNode, SchemaNode } from '../../../openapi/model.ts';
import { areAlike } from '../words/split-words.ts';
import { embeddedArrays, findPlainCollection } from './plain-collection.ts';
import { oncePer } from '../once-per.ts';
import { numberOf, pluralOf } from '../words/word-number.ts';

/**
 * Whether an operation lists a collection: a GET on a path that ends in a name, which answers with an array, be it
 * a bare one, under `_embedded`, or in an object that is there for it; where it does not say what it answers with,
 * the name has to be a plural.
 */
export const readsCollection = oncePer((operation: OperationNode): boolean => {
  const last = operation.path.segments.at(-1);
  if (operation.method !== 'GET' || last?.form !== 'static') return false;
  const schemas = successSchemas(operation);
  if (schemas.length === 0) return numberOf(last.text) === 'plural';
  return schemas.some((schema) => isList(schema) || holdsCollection(operation, schema, last.text));
});

/** What an operation answers with in JSON where all is well. */
export function successSchemas({ responses }: OperationNode): readonly SchemaNode[] {
  return responses
    .filter(({ isSuccess }) => isSuccess)
    .flatMap(({ bodies }) => bodies)
    .flatMap(({ isJson, schema }) => (isJson && schema ? [schema] : []));
}

/** An array, unless its items are values to reckon with. */
function isList({ isArray, items }: SchemaNode): boolean {
  return isArray && !['array', 'integer', 'number', 'boolean'].some((type) => items?.isOnly(type));
}

function holdsCollection(operation: OperationNode, schema: SchemaNode, name: string): boolean {
  const embedded = embeddedArrays(schema);
  const own = [
    ...embedded,
    ...[...schema.properties.values()].filter((property) => property.schema?.isArray),
  ];
  if (own.some((property) => areAlike(property.name, pluralOf(name)))) return true;
  if (embedded.length > 0) return numberOf(name) === 'plural' || isPage(schema);
  return findPlainCollection(operation, schema) !== undefined;
}

/** Whether an object tells only of the collection that it embeds, by counts and links; a single thing has texts too. */
function isPage({ properties }: SchemaNode): boolean {
  return [...properties.values()].every(
    ({ schema }) =>
      schema && (schema.isObject || ['integer', 'number', 'boolean'].some((type) => schema.isOnly(type))),
  );
}
