import { expect, test } from 'vitest';
import { readScopes } from '#runtime/token/allowed-scopes.ts';
import type { Compiled } from '#compiled/compiled.ts';
import { buildTable, defineApi, defineApplication, subscribe } from '../table-builder.ts';

const apis = [
  defineApi({
    name: 'Cats',
    context: 'cats',
    endpoints: {},
    operations: ['GET /cats read', 'PUT /cats write'],
  }),
  defineApi({
    name: 'Dogs',
    context: 'dogs',
    endpoints: {},
    operations: ['GET /dogs read', 'PUT /dogs bark'],
  }),
];

const table = buildTable({
  apis,
  applications: [defineApplication('Web'), defineApplication('Shut'), defineApplication('Nobody')],
  subscriptions: [
    subscribe('Web', 'Cats/v1', 'active', ['read', 'write']),
    subscribe('Web', 'Dogs/v1', 'active', ['bark', 'read']),
    subscribe('Shut', 'Cats/v1', 'blocked', ['read', 'write']),
    subscribe('Shut', 'Dogs/v1', 'active', ['read']),
  ],
});

/** The same table with other descriptions of the scopes, one set for each API. */
function describeScopes(...descriptions: readonly Readonly<Record<string, string>>[]): Compiled {
  const parts = table.manifest.apis.map(({ part }, index) => {
    const api = table.apis.get(part);
    if (!api) throw new Error('the table holds its parts');
    return [part, { ...api, scopes: descriptions[index] ?? {} }] as const;
  });
  return { ...table, apis: new Map(parts) };
}

test('an application may have the scopes of its active subscriptions together', () => {
  const book = readScopes(table);
  const allowed = ['Web', 'Shut', 'Nobody', 'constructor'].map((name) => book.allowedTo(name));
  expect(allowed).toEqual([['bark', 'read', 'write'], ['read'], [], []]);
});

test('a scope of several APIs is described by the first one that has words for it', () => {
  const book = readScopes(
    describeScopes({ read: '', write: 'May write.' }, { read: 'Dogs.', write: 'Not I.' }),
  );
  expect(book.all).toEqual(['read', 'write']);
  expect(book.all.map((scope) => book.describe(scope))).toEqual(['Dogs.', 'May write.']);
  expect(book.describe('bark')).toBeUndefined();
  expect(readScopes(describeScopes({ read: '' })).describe('read')).toBe('');
});
