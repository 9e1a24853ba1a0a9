import type { Json, JsonObject } from '#compiled/json.ts';
import type { Repository } from '../compiler/plan/family/repository.ts';

/** One way of taking access away: its name, and the repository after it. */
export interface Taking {
  readonly name: string;
  readonly repository: Repository;
}

type Path = readonly (string | number)[];

/** An operation of a path item; the other members are not for callers to have. */
const methods: readonly (string | number)[] = ['get', 'put', 'post', 'delete', 'patch', 'query'];

const now = '2026-06-01T00:00:00Z';

/** The values set in a document of a kind, by the names that lead to it. */
const settings: Readonly<Record<string, readonly (readonly [Path, Json])[]>> = {
  Api: ['blocked', 'retired', 'created'].map((state) => [['state'], state] as const),
  Subscription: [[['state'], 'blocked']],
  User: [
    [['state'], 'disabled'],
    [['tokensNotBefore'], now],
  ],
  Application: [[['tokensNotBefore'], now]],
  Gateway: [[['token', 'tokensNotBefore'], now]],
};

/** The lists of which each member may go, and the maps of which each entry may. */
const collections: Readonly<Record<string, readonly Path[]>> = {
  Application: [
    ['grants'],
    ['callbackUrls'],
    ['identityProviders'],
    ['keys'],
    ['keys', 'production', 'secretDigests'],
    ['keys', 'sandbox', 'secretDigests'],
  ],
  Subscription: [['scopes']],
  Api: [['cors', 'allowOrigins']],
  Gateway: [['trustedProxies']],
  '': [['paths']],
};

/** Every way of taking access away by one edit of a repository. */
export function listTakings(repository: Repository): readonly Taking[] {
  return Object.entries(repository).flatMap(([file, documents]) =>
    documents.flatMap((document, index) =>
      takeFrom(document).map(([name, left]) => ({
        name: `${file} ${index} ${name}`,
        repository: replace(repository, file, index, left),
      })),
    ),
  );
}

/** The rest of a document; undefined if all of it is removed. */
type Left = readonly [name: string, left: JsonObject | undefined];

function takeFrom(document: JsonObject): readonly Left[] {
  const { kind: declared } = document;
  const kind = typeof declared === 'string' ? declared : '';
  const set = (settings[kind] ?? []).map(([path, value]): Left => [
    `${path.join('.')}=${JSON.stringify(value)}`,
    edit(document, path, () => value),
  ]);
  const shrunk = (collections[kind] ?? []).flatMap((path) => removeEach(document, path));
  const gone: readonly Left[] = ['Gateway', ''].includes(kind) ? [] : [['removed', undefined]];
  return [...gone, ...set, ...shrunk, ...(kind === '' ? removeOperations(document) : [])];
}

function removeEach(
  document: JsonObject,
  path: Path,
  mayGo: (member: string | number) => boolean = () => true,
): readonly Left[] {
  const members = membersOf(find(document, path)).filter(mayGo);
  return members.map((member) => [
    `${[...path, member].join('.')} removed`,
    edit(document, path, (collection) => without(collection, member)),
  ]);
}

function removeOperations(definition: JsonObject): readonly Left[] {
  return membersOf(definition['paths'] ?? null).flatMap((path) =>
    removeEach(definition, ['paths', path], (member) => methods.includes(member)),
  );
}

function find(value: Json, [name, ...rest]: Path): Json {
  if (name === undefined || typeof value !== 'object' || value === null)
    return name === undefined ? value : null;
  return find((value as Readonly<Record<string | number, Json>>)[name] ?? null, rest);
}

function membersOf(collection: Json): readonly (string | number)[] {
  if (Array.isArray(collection)) return [...collection.keys()];
  return typeof collection === 'object' && collection !== null ? Object.keys(collection) : [];
}

function without(collection: Json, member: string | number): Json {
  if (Array.isArray(collection)) return collection.toSpliced(Number(member), 1);
  return Object.fromEntries(Object.entries(collection ?? {}).filter(([name]) => name !== member));
}

function edit(document: JsonObject, [name = '', ...rest]: Path, change: (value: Json) => Json): JsonObject {
  const value = document[name] ?? {};
  return { ...document, [name]: rest.length > 0 ? edit(value as JsonObject, rest, change) : change(value) };
}

/** A file that is left empty goes. */
function replace(
  repository: Repository,
  file: string,
  index: number,
  left: JsonObject | undefined,
): Repository {
  const documents = (repository[file] ?? []).toSpliced(index, 1, ...(left ? [left] : []));
  const others = Object.entries(repository).filter(([other]) => other !== file);
  return Object.fromEntries(documents.length > 0 ? [...others, [file, documents]] : others);
}
