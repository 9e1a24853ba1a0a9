// @module-tag full
import { beforeAll, describe, expect, test } from 'vitest';
import { isJsonObject, type Json, type JsonObject, valueAt } from '#compiled/json.ts';
import { diffContracts } from '#compiler/plan/contract/diff-contracts.ts';
import { splitPointer } from '#source/place.ts';
import { publicDocuments, readPublicDocument } from '../../../public-documents.ts';

/** Larger ones take long to be rewritten in six ways; others read the whole of them. */
const maxCharacters = 1_200_000;

/** Other ways to write a document with the same meaning. */
const rewritings: Readonly<Record<string, (root: JsonObject) => Json>> = {
  'as it is': (root) => root,
  'with the members of objects the other way round': (root) => mapObjects(root, reverseMembers),
  'with lists whose order says nothing the other way round': (root) => ({
    ...(mapObjects(root, reverseSets) as JsonObject),
    ...servers(root),
  }),
  'with other names of components': renameComponents,
  'with references wrapped in allOf': (root) => mapSchemas(root, wrapReference),
  'with schemas in place of what refers to them': (root) =>
    mapSchemas(root, (schema) => inline(schema, root)),
};

describe('a public document says the same', () => {
  let documents: ReturnType<typeof readDocuments> = [];

  beforeAll(() => {
    documents = readDocuments();
  });

  test.each(Object.entries(rewritings))('%s', (_, rewrite) => {
    for (const { name, root } of documents) {
      const head = structuredClone(rewrite(root)) as JsonObject;
      expect({ name, there: messages(root, head) }).toEqual({ name, there: [] });
      expect({ name, back: messages(head, root) }).toEqual({ name, back: [] });
    }
  });
});

function messages(base: JsonObject, head: JsonObject): readonly string[] {
  return diffContracts(base, head).map(({ id, message }) => `${id} ${message}`);
}

function readDocuments(): readonly { readonly name: string; readonly root: JsonObject }[] {
  return publicDocuments
    .map((name) => ({ name, text: readPublicDocument(name) }))
    .filter(({ text }) => text.length <= maxCharacters)
    .map(({ name, text }) => ({ name, root: JSON.parse(text) as JsonObject }));
}

function mapObjects(value: Json, change: (object: JsonObject) => JsonObject): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => mapObjects(item, change));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, mapObjects(member, change)] as const);
  return change(Object.fromEntries(members));
}

function reverseMembers(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).toReversed());
}

function reverseSets(object: JsonObject): JsonObject {
  const reverse = (name: string): JsonObject => {
    const list = object[name];
    const isSet = Array.isArray(list) && list.length > 1 && isSetOf(name, list);
    return isSet ? { [name]: list.toReversed() } : {};
  };
  return Object.assign({}, object, ...['required', 'enum', 'parameters', 'oneOf', 'anyOf'].map(reverse));
}

/** The order of servers, and of what their variables may be, is there to be read. */
function servers({ servers: listed }: JsonObject): JsonObject {
  return listed === undefined ? {} : { servers: listed };
}

/** A property may have the name of a keyword. */
function isSetOf(name: string, list: readonly Json[]): boolean {
  return name === 'parameters'
    ? list.every((item) => isJsonObject(item) && ('in' in item || '$ref' in item))
    : true;
}

/** A discriminator without a mapping uses the names of components, so they have a meaning. */
function renameComponents(root: JsonObject): Json {
  if (JSON.stringify(root).includes('"discriminator"')) return root;
  const renamed = JSON.stringify(root).replaceAll(
    /"#\/(components\/\w+|definitions|parameters|responses)\/([^"/]+)/g,
    '"#/$1/Renamed$2',
  );
  const head = JSON.parse(renamed) as Record<string, Json>;
  const rename = (folder: Json | undefined): Json =>
    isJsonObject(folder)
      ? Object.fromEntries(Object.entries(folder).map(([name, value]) => [`Renamed${name}`, value]))
      : {};
  const folders = isJsonObject(head['components']) ? head['components'] : {};
  const kept = Object.entries(folders).filter(([name]) => name === 'securitySchemes');
  const others = Object.entries(folders).filter(([name]) => name !== 'securitySchemes');
  if ('openapi' in root)
    head['components'] = Object.fromEntries([
      ...kept,
      ...others.map(([name, folder]) => [name, rename(folder)]),
    ]);
  else for (const name of ['definitions', 'parameters', 'responses']) head[name] = rename(head[name]);
  return onlyUsed(root) ? head : root;
}

/** What no operation uses is identified by its name. */
function onlyUsed(root: JsonObject): boolean {
  const gone = diffContracts(root, {
    ...root,
    components: {},
    definitions: {},
    parameters: {},
    responses: {},
  });
  return !gone.some(({ id }) => id === 'unused-component-removed');
}

/** Schemas that only properties and items refer to, which cannot be mistaken for a property of another name. */
function mapSchemas(root: JsonObject, change: (schema: JsonObject) => JsonObject): Json {
  return mapObjects(root, (object) => {
    const { properties, items, type } = object;
    const changeOne = (value: Json): Json => (isJsonObject(value) ? change(value) : value);
    const isSchema = typeof type === 'string' && (isJsonObject(properties) || isJsonObject(items));
    if (!isSchema) return object;
    return {
      ...object,
      ...(isJsonObject(properties) && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, value]) => [name, changeOne(value)]),
        ),
      }),
      ...(isJsonObject(items) && { items: changeOne(items) }),
    };
  });
}

function wrapReference(schema: JsonObject): JsonObject {
  const isAlone = typeof schema['$ref'] === 'string' && Object.keys(schema).length === 1;
  return isAlone ? { allOf: [schema] } : schema;
}

/** The siblings of a reference are for readers only. */
function inline(schema: JsonObject, root: JsonObject): JsonObject {
  const { $ref: reference, ...siblings } = schema;
  if (typeof reference !== 'string' || Object.keys(siblings).length > 0) return schema;
  const target = valueAt(root, splitPointer(decodeURIComponent(reference.slice(1))));
  return isJsonObject(target) ? target : schema;
}
