import { expect, test } from 'vitest';
import { openDocument } from '#openapi/open-document.ts';
import { compileOperations } from '#compiler/kinds/api/compile/compile-operations.ts';

test('additional operations are listed with their methods in upper case', () => {
  const item = {
    get: { operationId: 'readDogs' },
    additionalOperations: { Copy: { operationId: 'copyDogs' }, GET: { operationId: 'other' }, LINK: {} },
  };
  expect(compileOperations(openDocument({ paths: { '/dogs': item, 'x-dogs': item } }))).toEqual([
    { method: 'COPY', path: '/dogs', operationId: 'copyDogs' },
    { method: 'GET', path: '/dogs', operationId: 'readDogs' },
    { method: 'LINK', path: '/dogs' },
  ]);
});

test('the limit of an operation is named by its method and path, or by its operationId', () => {
  const contract = {
    paths: { '/dogs': { get: { operationId: 'readDogs' }, post: { operationId: '__proto__' }, put: {} } },
  };
  const ofProto = JSON.parse('{ "__proto__": { "requests": 3, "unit": "day", "burst": 1 } }') as object;
  const limits = {
    readDogs: { requests: 1, unit: 'second' as const },
    'PUT /dogs': { requests: 2, unit: 'minute' as const, whenUnavailable: 'allow' as const },
    ...ofProto,
  };
  const operations = compileOperations(openDocument(contract), { operationLimits: limits });
  expect(operations.map(({ method, limit }) => [method, limit])).toEqual([
    ['GET', { requests: 1, unit: 'second', burst: 1, whenUnavailable: 'refuse' }],
    ['POST', { requests: 3, unit: 'day', burst: 1, whenUnavailable: 'refuse' }],
    ['PUT', { requests: 2, unit: 'minute', burst: 2, whenUnavailable: 'allow' }],
  ]);
});

test('access is declared by method and path only, and a public operation needs no scopes', () => {
  const operation = { responses: {}, security: [{ gateway: ['dogs:write'] }] };
  const contract = {
    openapi: '3.0.3',
    info: {},
    paths: {
      '/dogs': {
        get: { ...operation, operationId: 'readDogs' },
        put: operation,
        post: { ...operation, operationId: 'PUT /dogs' },
      },
    },
  };
  const operationAccess = { 'GET /dogs': 'public', 'PUT /dogs': 'public' } as const;
  expect(compileOperations(openDocument(contract), { operationAccess })).toEqual([
    { method: 'GET', path: '/dogs', operationId: 'readDogs', access: 'public' },
    { method: 'POST', path: '/dogs', operationId: 'PUT /dogs', scopes: [['dogs:write']] },
    { method: 'PUT', path: '/dogs', access: 'public' },
  ]);
});

test('access to all operations needs no names and no scopes', () => {
  const contract = {
    paths: { '/dogs': { get: { security: [{ gateway: ['dogs:read'] }] }, put: {} } },
  };
  expect(compileOperations(openDocument(contract), { access: 'public' })).toEqual([
    { method: 'GET', path: '/dogs', access: 'public' },
    { method: 'PUT', path: '/dogs', access: 'public' },
  ]);
});
