import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#compiled/json.ts';
import { branchesAlong } from '#compiler/lint/resources/path-tree.ts';
import { readsCollection } from '#compiler/lint/resources/reads-collection.ts';
import { resourceKindOf } from '#compiler/lint/rules/paths/resources/resource-kind.ts';
import { documentOf } from '../../../../rule/document-of.ts';

const dog = { type: 'object', properties: { name: { type: 'string' } } };
const dogs = { type: 'array', items: dog };

function answer(schema: JsonObject): JsonObject {
  return { get: { responses: { '200': { content: { 'application/json': { schema } } } } } };
}

function pathOf(paths: JsonObject) {
  const [path] = documentOf({ paths }).paths;
  if (!path) throw new Error('There is no path.');
  return path;
}

function kindOf(paths: JsonObject) {
  const branch = branchesAlong(pathOf(paths)).at(-1);
  return branch && resourceKindOf(branch);
}

describe('what reads a collection', () => {
  test.each<[string, string, JsonObject, boolean]>([
    ['an array', '/starred', answer(dogs), true],
    ['an array of numbers', '/punch_card', answer({ type: 'array', items: { type: 'integer' } }), false],
    [
      'an array below `_embedded`',
      '/dogs',
      answer({ properties: { _embedded: { properties: { pets: dogs } } } }),
      true,
    ],
    [
      'a single thing that embeds another collection',
      '/kennel',
      answer({ properties: { name: { type: 'string' }, _embedded: { properties: { pets: dogs } } } }),
      false,
    ],
    [
      'a page that embeds a collection under an adjective',
      '/popular',
      answer({ properties: { total: { type: 'integer' }, _embedded: { properties: { pets: dogs } } } }),
      true,
    ],
    ['an array that is called as the path is', '/dog', answer({ properties: { dogs } }), true],
    ['an array in a wrapper, on a plural', '/dogs', answer({ properties: { data: dogs } }), true],
    ['an array in a wrapper, on a singular', '/order', answer({ properties: { items: dogs } }), false],
    ['an object', '/dogs', answer(dog), false],
    ['nothing that is said, on a plural', '/dogs', { get: { responses: { '200': {} } } }, true],
    ['nothing that is said, on an adjective', '/popular', { get: { responses: { '200': {} } } }, false],
    ['an array behind an identifier', '/dogs/{id}', answer(dogs), false],
  ])('%s', (_title, template, item, expected) => {
    const [operation] = pathOf({ [template]: item }).operations;
    expect(operation && readsCollection(operation)).toBe(expected);
  });
});

describe('the kind of a resource', () => {
  const created = { post: { responses: { '201': {} } } };
  test.each<[string, JsonObject, 'collection' | 'single' | undefined]>([
    ['with identifiers below it', { '/dog': answer(dog), '/dog/{id}': {} }, 'collection'],
    ['that is listed', { '/dog': answer(dogs) }, 'collection'],
    ['that is added to', { '/dog': created }, 'collection'],
    ['that is shown', { '/dog': answer(dog) }, 'single'],
    ['that is shown, and added to', { '/dog': { ...answer(dog), ...created } }, 'single'],
    ['that is replaced', { '/dog': { put: { responses: {} } } }, 'single'],
    ['of which nothing is said', { '/dog': { get: { responses: {} } } }, undefined],
    ['that only groups others', { '/dog/walks': answer(dogs) }, 'collection'],
  ])('%s', (_title, paths, expected) => {
    expect(kindOf(paths)).toBe(expected);
  });
});
