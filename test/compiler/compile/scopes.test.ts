import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#compiled/json.ts';
import { openDocument } from '#openapi/open-document.ts';
import { compileOperations } from '#compiler/kinds/api/compile/compile-operations.ts';
import { describeScopes } from '#compiler/workspace/needed-scopes.ts';

const securitySchemes: JsonObject = {
  oauth: {
    type: 'oauth2',
    flows: {
      clientCredentials: { tokenUrl: '/token', scopes: { read: 'Reads.', write: '' } },
      authorizationCode: { scopes: { write: 'Writes.', unused: 'Is not asked for.' } },
    },
  },
  oidc: { type: 'openIdConnect', openIdConnectUrl: 'https://login.example.edu' },
  bearer: { type: 'http', scheme: 'Bearer' },
  basic: { type: 'http', scheme: 'basic' },
  key: { type: 'apiKey', in: 'header', name: 'X-Key' },
  alias: { $ref: '#/components/securitySchemes/second' },
  second: { $ref: '#/components/securitySchemes/oauth' },
  loop: { $ref: '#/components/securitySchemes/loop' },
};

/** The scopes of an operation that has this requirement, in a document with that one. */
function scopesOf(security: unknown, general?: unknown): unknown {
  const contract = {
    openapi: '3.1.0',
    components: { securitySchemes },
    ...(general === undefined ? {} : { security: general }),
    paths: { '/dogs': { get: security === undefined ? {} : { security } } },
  };
  return compileOperations(openDocument(contract as JsonObject))[0]?.scopes;
}

describe('an operation needs', () => {
  test.each<[string, unknown, unknown]>([
    [
      'the scopes of a scheme, sorted, each once',
      [{ oauth: ['write', 'read', 'write'] }],
      [['read', 'write']],
    ],
    ['those of all schemes of an alternative', [{ oauth: ['read'], bearer: ['role'] }], [['read', 'role']]],
    ['one of its alternatives', [{ oauth: ['write'] }, { oidc: ['admin'] }], [['write'], ['admin']]],
    ['an alternative once', [{ oauth: ['write'] }, { oidc: ['write'] }], [['write']]],
    ['the scopes beside a key of the service', [{ key: ['role'], oauth: ['read'] }], [['read']]],
    ['those of a scheme that refers to another', [{ alias: ['read'] }], [['read']]],
    ['of alternatives those that can be asked for', [{ oauth: ['a b'] }, { oauth: ['read'] }], [['read']]],
    ['what nobody has, where none can be asked for', [{ oauth: ['a"b', 'read'] }, { oauth: ['\\'] }], []],
    [
      'those of a scheme that is not declared',
      [{ misspelled: ['read'] }, { toString: ['write'] }],
      [['read'], ['write']],
    ],
    ['what a member of every object is called', [{ oauth: ['__proto__'] }], [['__proto__']]],
  ])('%s', (_title, security, scopes) => {
    expect(scopesOf(security)).toEqual(scopes);
  });

  test('what the document asks for, unless it says otherwise', () => {
    expect(scopesOf(undefined, [{ oauth: ['read'] }])).toEqual([['read']]);
    expect(scopesOf([{ oauth: ['write'] }], [{ oauth: ['read'] }])).toEqual([['write']]);
    expect(scopesOf([], [{ oauth: ['read'] }])).toBeUndefined();
  });
});

describe('an operation needs no scope', () => {
  test.each<[string, unknown]>([
    ['without a requirement', undefined],
    ['with none', []],
    ['where one alternative asks for nothing', [{ oauth: ['read'] }, {}]],
    ['where one alternative names no scope', [{ oauth: ['read'] }, { oauth: [] }]],
    ['where one alternative is a key', [{ oauth: ['read'] }, { key: ['role'] }]],
    ['where one alternative is a password', [{ basic: ['role'] }]],
    ['of a scheme that refers to itself', [{ loop: ['read'] }]],
  ])('%s', (_title, security) => {
    expect(scopesOf(security)).toBeUndefined();
  });
});

test('Swagger 2.0 says it in other places', () => {
  const contract: JsonObject = {
    swagger: '2.0',
    securityDefinitions: {
      oauth: { type: 'oauth2', flow: 'application', scopes: { read: 'Reads.', write: 'Writes.' } },
      key: { type: 'apiKey', in: 'header', name: 'Authorization' },
    },
    security: [{ oauth: ['read'] }],
    paths: { '/dogs': { get: {}, post: { security: [{ oauth: ['write'], key: [] }] } } },
  };
  expect(compileOperations(openDocument(contract))).toEqual([
    { method: 'GET', path: '/dogs', scopes: [['read']] },
    { method: 'POST', path: '/dogs', scopes: [['write']] },
  ]);
  expect(describeScopes(openDocument(contract))).toEqual({ read: 'Reads.', write: 'Writes.' });
});

test('an API has the scopes that its operations ask for, in words of the flows', () => {
  const contract: JsonObject = {
    openapi: '3.1.0',
    components: { securitySchemes },
    paths: {
      '/dogs': {
        get: { security: [{ oauth: ['write', 'read'] }, { bearer: ['role', '__proto__'] }] },
        additionalOperations: { COPY: { security: [{ oidc: ['copy'] }, { oidc: ['no token'] }] } },
      },
    },
  };
  const scopes = describeScopes(openDocument(contract));
  expect(new Map(Object.entries(scopes))).toEqual(
    new Map([
      ['__proto__', ''],
      ['copy', ''],
      ['read', 'Reads.'],
      ['role', ''],
      ['unused', 'Is not asked for.'],
      ['write', 'Writes.'],
    ]),
  );
});
