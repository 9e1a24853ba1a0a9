import fc from 'fast-check';
import type { Document } from './sound-documents.ts';

/** The places of a document, its root left out. */
function listAllPaths(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  const below = Object.entries(value).flatMap(([key, member]) => listAllPaths(member, [...path, key]));
  return path.length === 0 ? below : [path, ...below];
}

/** The places of a document but its version, which is checked by other means. */
function listPaths(document: Document) {
  return listAllPaths(document).filter(([key]) => key !== 'swagger' && key !== 'openapi');
}

/** A value that is set, dropped, or gets an unknown field next to it. */
export interface Change {
  readonly path: readonly string[];
  readonly how: 'set' | 'drop' | 'add';
  readonly value: unknown;
}

/** A copy of a document with one change. */
export function applyChange(document: Document, { path, how, value }: Change): Document {
  const copy = structuredClone(document);
  let parent = copy as Record<string, unknown>;
  for (const key of path.slice(0, -1)) parent = parent[key] as Record<string, unknown>;
  const last = path.at(-1) ?? '';
  if (how === 'set') parent[last] = value;
  else if (how === 'drop') delete parent[last];
  else if (!Array.isArray(parent)) parent['unknown'] = value;
  return copy;
}

/** Names that every object has: what compares two values may call what they name so. */
const objectsWithInheritedNames = ['toString', 'valueOf', 'constructor'].map((name) => ({ [name]: {} }));
const listsWithInheritedNames = objectsWithInheritedNames.map((item) => [item, item]);

/** Each place of a document in turn, with an object, or a list of two equal ones, that names what every object has. */
export function withInheritedNames(document: Document): readonly Document[] {
  return listPaths(document).flatMap((path) =>
    [...objectsWithInheritedNames, ...listsWithInheritedNames].map((value) =>
      applyChange(document, { path, how: 'set', value }),
    ),
  );
}

/** A change at any place of a document. */
export function changeOf(document: Document): fc.Arbitrary<Change> {
  return fc.record({
    path: fc.constantFrom(...listPaths(document)),
    how: fc.constantFrom('set', 'drop', 'add'),
    value: fc.constantFrom<unknown>(
      null,
      1,
      'x',
      true,
      [],
      {},
      { $ref: '#/x' },
      { $ref: 1 },
      ['x'],
      [{}],
      ...listsWithInheritedNames,
    ),
  });
}
