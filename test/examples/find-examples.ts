import { isJsonObject, type Json } from '#compiled/json.ts';
import { appendPointer } from '#source/place.ts';

/** An example of a document, and its schema. */
export interface DocumentExample {
  readonly pointer: string;
  readonly schemaPointer: string;
  readonly value: Json;
}

/** Every example and every default of an OpenAPI document. */
export function findExamples(node: Json, pointer = ''): readonly DocumentExample[] {
  if (Array.isArray(node))
    return node.flatMap((item: Json, index) => findExamples(item, appendPointer(pointer, index)));
  if (!isJsonObject(node)) return [];
  const schemaPointer = node['schema'] === undefined ? pointer : `${pointer}/schema`;
  const own = Object.entries(node).flatMap(([key, value]) =>
    ownExamples(key, value).map(([name, example]) => ({
      pointer: appendPointer(pointer, key, ...(name === undefined ? [] : [name])),
      schemaPointer,
      value: example,
    })),
  );
  const nested = Object.entries(node).filter(([key]) => !isExampleKey(key));
  return [...own, ...nested.flatMap(([key, value]) => findExamples(value, appendPointer(pointer, key)))];
}

function isExampleKey(key: string): boolean {
  return key === 'example' || key === 'examples' || key === 'default';
}

/** A schema has a list of examples, a response of OpenAPI 2.0 one by media type. */
function ownExamples(key: string, value: Json): readonly (readonly [string | undefined, Json])[] {
  if (!isExampleKey(key)) return [];
  return key === 'examples' && typeof value === 'object' && value !== null
    ? Object.entries(value)
    : [[undefined, value]];
}
