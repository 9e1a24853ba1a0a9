import { stringify, type CreateNodeOptions, type ToStringOptions } from 'yaml';
import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import { splitDefinition } from '../../lint/split-definition.ts';
import { writeRepository, type Repository } from './repository.ts';

/** Another way to write a repository that means the same; the number chooses between several. */
export type Rewrite = (repository: Repository, seed: number) => Readonly<Record<string, string>>;

/** In an order that depends on a number. */
function shuffle<Item>(items: readonly Item[], seed: number): readonly Item[] {
  return items
    .map((item, index) => ({ item, key: ((index + 1) * (seed * 2 + 3) * 7919) % 104_729 }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

function reorderKeys(value: Json, seed: number): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => reorderKeys(item, seed));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    shuffle(Object.entries(value), seed).map(([name, member]) => [name, reorderKeys(member, seed)]),
  );
}

function mapFiles(
  repository: Repository,
  change: (document: JsonObject, path: string) => JsonObject,
): Repository {
  return Object.fromEntries(
    Object.entries(repository).map(([path, documents]) => [
      path,
      documents.map((document) => change(document, path)),
    ]),
  );
}

function isDefinition(path: string): boolean {
  return path.endsWith('openapi.yaml');
}

/** The lists of a contract whose order has no meaning. */
const sets = ['parameters', 'required', 'tags', 'enum'];

function reorderSets(value: Json, seed: number): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => reorderSets(item, seed));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const isSet = sets.includes(name) && Array.isArray(member);
      return [name, reorderSets(isSet ? shuffle(member as readonly Json[], seed) : member, seed)];
    }),
  );
}

type YamlOptions = CreateNodeOptions & ToStringOptions;

const asText = (documents: readonly JsonObject[], options: YamlOptions, comment = '') =>
  documents.map((document) => comment + stringify(document, options)).join('---\n');

/** Ways to write a repository with the same meaning, by their change. */
export const rewrites: Readonly<Record<string, Rewrite>> = {
  'the keys in another order': (repository, seed) =>
    writeRepository(mapFiles(repository, (document) => reorderKeys(document, seed) as JsonObject)),

  'the documents and the files in another order': (repository, seed) =>
    writeRepository(
      Object.fromEntries(
        shuffle(
          Object.entries(repository).map(([path, documents]) => [path, shuffle(documents, seed)] as const),
          seed,
        ),
      ),
    ),

  'block YAML in place of JSON': (repository, seed) =>
    Object.fromEntries(
      Object.entries(repository).map(([path, documents]) => [
        path,
        asText(documents, {
          aliasDuplicateObjects: false,
          indent: (seed % 4) + 2,
          lineWidth: seed % 2 === 0 ? 0 : 60,
          defaultStringType: seed % 3 === 0 ? 'QUOTE_DOUBLE' : 'PLAIN',
        }),
      ]),
    ),

  'comments, empty lines and aliases': (repository) =>
    Object.fromEntries(
      Object.entries(repository).map(([path, documents]) => [
        path,
        asText(
          documents,
          { aliasDuplicateObjects: !isDefinition(path) },
          '# What stands here.\n\n',
        ).replaceAll(/^( *)(\w+:)/gm, '$1# Why?\n$1$2'),
      ]),
    ),

  'all declarations in one file': (repository, seed) => {
    const entries = Object.entries(repository);
    const declarations = entries
      .filter(([path]) => !isDefinition(path) && path !== 'gateway.config.yaml')
      .flatMap(([path, documents]) =>
        documents.map((document) => refer(document, `./${folderOf(path)}/openapi.yaml`)),
      );
    const kept = entries.filter(([path]) => isDefinition(path) || path === 'gateway.config.yaml');
    return writeRepository({
      ...Object.fromEntries(kept),
      ...(declarations.length > 0 && { 'apis/everything.yaml': shuffle(declarations, seed) }),
    });
  },

  'each declaration in a file of its own': (repository) =>
    writeRepository(
      Object.fromEntries(
        Object.entries(repository).flatMap(([path, documents]) =>
          documents.length === 1
            ? [[path, documents]]
            : documents.map((document, index) => [path.replace('.yaml', `/${index}.yaml`), [document]]),
        ),
      ),
    ),

  'definitions as JSON in another place': (repository) => {
    const moved = mapFiles(repository, (document, path) => refer(document, `../../${elsewhere(path)}`));
    const texts = Object.entries(writeRepository(moved));
    return Object.fromEntries(
      texts.map(([path, text]) => [isDefinition(path) ? elsewhere(path) : path, text]),
    );
  },

  'definitions in several files': (repository) => {
    const entries = Object.entries(repository);
    const declarations = Object.fromEntries(entries.filter(([path]) => !isDefinition(path)));
    const parts = entries.flatMap(([path, [document = {}]]) =>
      isDefinition(path) ? splitFiles(document, path) : [],
    );
    return {
      ...writeRepository(mapFiles(declarations, (document) => refer(document, './openapi.json'))),
      ...Object.fromEntries(parts),
    };
  },

  'sets in another order': (repository, seed) =>
    writeRepository(
      mapFiles(repository, (document, path) =>
        isDefinition(path) ? (reorderSets(document, seed) as JsonObject) : document,
      ),
    ),
};

function splitFiles(document: JsonObject, path: string): readonly (readonly [string, string])[] {
  const texts = Object.entries(splitDefinition(document));
  return texts.map(([file, text]) => [path.replace('openapi.yaml', file), text]);
}

/** An API whose definition is elsewhere; anything else is unchanged. */
function refer(document: JsonObject, definition: string): JsonObject {
  return document['kind'] === 'Api' ? { ...document, definition } : document;
}

function folderOf(path: string): string {
  return path.split('/')[1] ?? '';
}

function elsewhere(path: string): string {
  return `documents/${folderOf(path)}.json`;
}
