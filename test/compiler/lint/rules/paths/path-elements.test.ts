import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pathSnakeCase } from '#compiler/lint/rules/paths/path-snake-case.ts';
import { isVersionElement } from '#compiler/rule/words/version-words.ts';
import { identifierKinds } from '#compiler/lint/rules/paths/parameters/identifier-kinds.ts';
import { toSnakeCase } from '#compiler/rule/words/split-words.ts';
import { documentOfPaths } from '../../../rule/document-of.ts';

function pathOf(template: string) {
  const [path] = documentOfPaths([template]).paths;
  if (!path) throw new Error('There is no path.');
  return path;
}

function findingsOn(template: string): readonly string[] {
  const found: string[] = [];
  const report = ({ message }: { readonly message: string }) => found.push(message);
  pathSnakeCase.checkDefinition?.path?.(pathOf(template), { report, options: {} });
  return found;
}

const letters = (characters: string) =>
  fc.string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength: 8 });

test('of a qualified identifier the kind is checked, and never the name of the parameter', () => {
  fc.assert(
    fc.property(letters('abC_-9'), letters('abC_9'), (kind, name) => {
      const isSnakeCase = /^[a-z0-9]+(_[a-z0-9]+)*$/.test(kind);
      const expected = isSnakeCase ? [] : [`The path segment \`${kind}\` is not in snake_case.`];
      expect(findingsOn(`/dogs/${kind}={${name}}`)).toEqual(expected);
    }),
  );
});

test('what is suggested in snake_case is in snake_case, or nothing', () => {
  fc.assert(
    fc.property(fc.string(), (name) => {
      expect(toSnakeCase(name)).toMatch(/^([a-z0-9]+(_[a-z0-9]+)*)?$/);
    }),
  );
});

test.each([
  ['HTMLPages', 'html_pages'],
  ['oauth2Tokens', 'oauth2_tokens'],
  ['k8s.io', 'k8s_io'],
  ['CaféMenu', 'cafe_menu'],
  ['_search', 'search'],
  ['~', ''],
])('%s in snake_case is %s', (name, expected) => {
  expect(toSnakeCase(name)).toBe(expected);
});

describe('the versions in a path', () => {
  test.each<[string, readonly string[]]>([
    ['/v1/dogs', ['v1']],
    ['/v1.2/dogs', ['v1.2']],
    ['/apis/apps/v1beta1/dogs', ['v1beta1']],
    ['/2/dogs', ['2']],
    ['/rest/api/2/dogs', ['2']],
    ['/dogs/1.0', ['1.0']],
    ['/2026-03-01/dogs', ['2026-03-01']],
    ['/{apiVersion}/dogs', ['{apiVersion}']],
    ['/{version}/dogs', ['{version}']],
    ['/v{version}/dogs', ['v{version}']],
    ['/dogs/2', []],
    ['/dogs/{id}/versions/{version}', []],
    ['/vets/v8_engines', []],
    ['/2026/dogs', []],
  ])('%s', (template, versions) => {
    const path = pathOf(template);
    const found = path.segments.filter((_, index) => isVersionElement(path, index));
    expect(found.map(({ text }) => text)).toEqual(versions);
  });
});

describe('the kinds of identifiers that are elements of their own', () => {
  test.each<[string, readonly string[]]>([
    ['/dogs/by_chip/{id}', ['chip']],
    ['/dogs/byChipNumber/{id}', ['chip_number']],
    ['/dogs/by/chip/{id}', ['chip']],
    ['/dogs/by/{chipNumber}', ['chip_number']],
    ['/dogs/chip/{chip}', ['chip']],
    ['/dogs/chip/{dogId}', []],
    ['/kennel/chip/{chip}', []],
    ['/dogs/walks/{walks}', []],
    ['/dogs/page/{page}', ['page']],
    ['/dogs/{id}', []],
  ])('%s', (template, kinds) => {
    expect(identifierKinds(pathOf(template)).map(({ kind }) => kind)).toEqual(kinds);
  });
});
