import { expect, test } from 'vitest';
import { compileOperations } from '../../../src/compiler/compile/compile-operations.ts';

test('additional operations are listed with their methods in upper case', () => {
  const item = {
    get: { operationId: 'readDogs' },
    additionalOperations: { Copy: { operationId: 'copyDogs' }, GET: { operationId: 'other' }, LINK: {} },
  };
  expect(compileOperations({ paths: { '/dogs': item, 'x-dogs': item } })).toEqual([
    { method: 'COPY', path: '/dogs', operationId: 'copyDogs' },
    { method: 'GET', path: '/dogs', operationId: 'readDogs' },
    { method: 'LINK', path: '/dogs' },
  ]);
});
