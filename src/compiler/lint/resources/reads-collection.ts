import type { OperationNode, SchemaNode } from '#openapi/model.ts';
import { isSuccessful } from './responses.ts';
import { haveSameWords } from '#compiler/rule/words/split-words.ts';
import { embeddedArrays, findPlainCollection, isEnvelope } from './plain-collection.ts';
import { oncePer } from '#compiler/rule/once-per.ts';
import { numberOf, pluralOf } from '#compiler/rule/words/word-number.ts';

/**
 * Whether an operation lists a collection: a GET on a path that ends with a name, whose response is an array or an
 * object that contains the collection. If the response is not declared, the name must be a plural.
 */
export const readsCollection = oncePer((operation: OperationNode): boolean => {
  const last = operation.path.segments.at(-1);
  if (operation.method !== 'GET' || last?.form !== 'static') return false;
  const schemas = successSchemas(operation);
  if (schemas.length === 0) return numberOf(last.text) === 'plural';
  return schemas.some((schema) => isList(schema) || holdsCollection(operation, schema, last.text));
});

/** The schemas of the JSON bodies of an operation on success. */
export function successSchemas({ responses }: OperationNode): readonly SchemaNode[] {
  return responses
    .filter(isSuccessful)
    .flatMap(({ bodies }) => bodies)
    .flatMap(({ isJson, schema }) => (isJson && schema ? [schema] : []));
}

/** An array, unless its items are numbers, booleans or arrays. */
function isList({ isArray, items }: SchemaNode): boolean {
  return isArray && !['array', 'integer', 'number', 'boolean'].some((type) => items?.isOnly(type));
}

function holdsCollection(operation: OperationNode, schema: SchemaNode, name: string): boolean {
  const embedded = embeddedArrays(schema);
  const own = [
    ...embedded,
    ...[...schema.properties.values()].filter((property) => property.schema?.isArray),
  ];
  const plural = own.length > 0 ? pluralOf(name) : name;
  if (own.some((property) => haveSameWords(property.name, plural)))
    return numberOf(name) === 'plural' || isEnvelope(operation, schema);
  if (embedded.length > 0) return numberOf(name) === 'plural' || isPage(schema);
  return findPlainCollection(operation, schema) !== undefined;
}

/** Whether an object contains only its embedded collection, counts and links; a single resource also has strings. */
function isPage({ properties }: SchemaNode): boolean {
  return [...properties.values()].every(
    ({ schema }) =>
      schema && (schema.isObject || ['integer', 'number', 'boolean'].some((type) => schema.isOnly(type))),
  );
}
