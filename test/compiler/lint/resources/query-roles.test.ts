import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { queryCamelCase } from '#compiler/lint/rules/queries/query-camel-case.ts';
import { queryFilter } from '#compiler/lint/rules/queries/query-filter.ts';
import { queryPagingStyle } from '#compiler/lint/rules/queries/query-paging-style.ts';
import { querySort } from '#compiler/lint/rules/queries/query-sort.ts';
import { roleInPlace } from '#compiler/lint/resources/query-roles.ts';
import { documentOf } from '../../rule/document-of.ts';

const rules = [queryCamelCase, queryPagingStyle, querySort, queryFilter];

/** The rules that report a string parameter with a name. */
function blamersOf(name: string): readonly string[] {
  const value = { name, in: 'query', schema: { type: 'string', enum: ['asc', 'desc'] } };
  const [operation] = documentOf({ paths: { '/dogs': { get: { parameters: [value] } } } }).operations;
  const [parameter] = operation?.parameters ?? [];
  if (!parameter) throw new Error('there is no parameter');
  const found = rules.filter((rule) => {
    let findings = 0;
    const context = { report: () => (findings += 1), options: { standard: new Set<string>() } };
    rule.checkDefinition?.parameter?.(parameter, context);
    return findings > 0;
  });
  return found.map((rule) => rule.name);
}

const words = [
  'sort',
  'order',
  'page',
  'size',
  'token',
  'per',
  'limit',
  'filter',
  'by',
  'max',
  'next',
  'Dir',
  'dog',
];
const names = fc
  .tuple(
    fc.constantFrom('', '$', '_'),
    fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }),
    fc.constantFrom('', '_', '-'),
    fc.constantFrom('', '[]', '[dog]'),
  )
  .map(([before, parts, separator, after]) => `${before}${parts.join(separator)}${after}`)
  .filter((name) => !['sort', 'filter'].includes(name));

test('one rule at most finds fault with a name', () => {
  fc.assert(
    fc.property(names, (name) => {
      expect(blamersOf(name).length).toBeLessThanOrEqual(1);
    }),
  );
});

describe('the role of a parameter, by its name', () => {
  test.each([
    ['per_page', 'paging'],
    ['perPage', 'paging'],
    ['$top', 'paging'],
    ['page[number]', 'paging'],
    ['_page_token', 'paging'],
    ['order-by', 'sorting'],
    ['sort[name]', 'sorting'],
    ['$orderby', 'sorting'],
    ['filter[name]', 'filtering'],
    ['filters', 'filtering'],
    ['page_size', undefined],
    ['limit', undefined],
    ['sort', undefined],
    ['sort_code', undefined],
    ['top', undefined],
    ['order', undefined],
    ['constructor', undefined],
  ])('%s', (name, role) => {
    expect(roleInPlace(name)?.role).toBe(role);
  });
});
