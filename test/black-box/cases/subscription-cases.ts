import { call, challenge, invalidToken, passed, refused, type BlackBoxCase } from '../black-box-case.ts';

const vary = { vary: 'Origin' };
const unsubscribed = refused('not_subscribed', { headers: vary });
const insufficient = (scope: string) =>
  refused('scope_insufficient', {
    headers: challenge(`, error="insufficient_scope", scope="${scope}"`),
  });

const of = (name: string, line: string, as: string, expected: BlackBoxCase['expected']): BlackBoxCase => ({
  name,
  bytes: call(line, { as }),
  expected,
});

const subscriptions: readonly BlackBoxCase[] = [
  of('an application without a subscription', 'GET /park/v1/dogs', 'stranger', unsubscribed),
  of('its sandbox keys neither', 'GET /park/v1/dogs', 'stranger-sandbox', unsubscribed),
  of(
    'an application with a blocked subscription',
    'GET /park/v1/dogs',
    'banned',
    refused('subscription_blocked', { headers: vary }),
  ),
  of('a subscription of another API', 'GET /park/v1/dogs', 'reader', unsubscribed),
  of(
    'a subscription of another version',
    'GET /meadow/v1/dogs',
    'hurried',
    refused('not_subscribed', { headers: { 'access-control-allow-origin': '*' } }),
  ),
  of('no subscription before an unknown resource', 'GET /park/v1/cats', 'stranger', unsubscribed),
  of('no subscription before an undeclared method', 'PUT /park/v1/dogs', 'stranger', unsubscribed),
  of(
    'a blocked subscription before an unknown resource',
    'GET /park/v1/cats',
    'banned',
    refused('subscription_blocked', { headers: vary }),
  ),
];

const keySets: readonly BlackBoxCase[] = [
  of(
    'production keys reach the production endpoint',
    'GET /meadow/v1/dogs',
    'walker',
    passed('production GET /meadow/dogs', { headers: { 'access-control-allow-origin': '*' } }),
  ),
  of(
    'sandbox keys reach the sandbox endpoint',
    'GET /meadow/v1/dogs',
    'walker-sandbox',
    passed('sandbox GET /meadow/dogs', { headers: { 'access-control-allow-origin': '*' } }),
  ),
  of('production keys only', 'GET /real/v1/dogs', 'walker', passed('production GET /real/dogs')),
  of('no sandbox endpoint', 'GET /real/v1/dogs', 'walker-sandbox', refused('sandbox_unavailable')),
  of('sandbox keys only', 'GET /toy/v1/dogs', 'walker-sandbox', passed('sandbox GET /toy/dogs')),
  of('no production endpoint', 'GET /toy/v1/dogs', 'walker', refused('production_unavailable')),
  of(
    'no endpoint before an unknown resource',
    'GET /real/v1/cats',
    'walker-sandbox',
    refused('sandbox_unavailable'),
  ),
  {
    name: 'no header of a client chooses the endpoint',
    bytes: call('GET /real/v1/dogs', {
      as: 'walker-sandbox',
      headers: { 'x-gatewright-key-set': 'production', 'X-Key-Set': 'production' },
    }),
    expected: refused('sandbox_unavailable'),
  },
  {
    name: 'no header of a client chooses the application',
    bytes: call('GET /park/v1/dogs', {
      as: 'stranger',
      headers: {
        'x-gatewright-client': 'walker-production',
        'x-gatewright-application': 'walker',
        'x-gatewright-client-id': 'walker-production',
        'x-jwt-payload': 'eyJjbGllbnRfaWQiOiJ3YWxrZXItcHJvZHVjdGlvbiJ9',
        'x-envoy-auth-headers-to-remove': 'authorization',
      },
    }),
    expected: unsubscribed,
  },
];

const scopes: readonly BlackBoxCase[] = [
  of('no scope needed', 'GET /guarded/v1/dogs', 'walker dogs:read', passed('production GET /guarded/dogs')),
  of(
    'all scopes of the first alternative',
    'POST /guarded/v1/dogs',
    'walker dogs:read dogs:write',
    passed('production POST /guarded/dogs'),
  ),
  of(
    'the second alternative',
    'POST /guarded/v1/dogs',
    'walker admin',
    passed('production POST /guarded/dogs'),
  ),
  of(
    'more scopes than needed',
    'POST /guarded/v1/dogs',
    'walker admin dogs:read',
    passed('production POST /guarded/dogs'),
  ),
  of('one scope of two', 'POST /guarded/v1/dogs', 'walker dogs:write', insufficient('dogs:read dogs:write')),
  of('the one scope', 'GET /guarded/v1/dogs/7', 'walker dogs:read', passed('production GET /guarded/dogs/7')),
  of('another scope', 'GET /guarded/v1/dogs/7', 'walker dogs:write', insufficient('dogs:read')),
  of('the scopes of a HEAD', 'HEAD /guarded/v1/dogs/7', 'walker dogs:write', {
    ...insufficient('dogs:read'),
    answers: insufficient('dogs:read').answers.map((answer) => ({ ...answer, body: '' })),
  }),
  of(
    'a forged list of scopes',
    'DELETE /guarded/v1/dogs/7',
    'with scopes as a list',
    refused('token_invalid', { headers: invalidToken }),
  ),
  of(
    'a scope that the subscription allows',
    'GET /guarded/v1/dogs/7',
    'reader dogs:read',
    passed('production GET /guarded/dogs/7'),
  ),
  of(
    'a scope that the subscription does not allow',
    'DELETE /guarded/v1/dogs/7',
    'of the reader as an administrator',
    insufficient('admin'),
  ),
  of('a scope in capitals', 'DELETE /guarded/v1/dogs/7', 'with a scope in capitals', insufficient('admin')),
  of('a scope that begins alike', 'DELETE /guarded/v1/dogs/7', 'with a longer scope', insufficient('admin')),
  of(
    'the name of a member of every object',
    'DELETE /guarded/v1/dogs/7',
    'with scopes of objects',
    insufficient('admin'),
  ),
  of(
    'an unknown resource before its scopes',
    'GET /guarded/v1/cats',
    'walker dogs:read',
    refused('resource_unknown'),
  ),
  of(
    'an undeclared method before its scopes',
    'PUT /guarded/v1/dogs/7',
    'walker dogs:write',
    refused('method_not_allowed', { headers: { allow: 'DELETE, GET, HEAD, OPTIONS' } }),
  ),
];

/** What an application may call once its token is valid. */
export const subscriptionCases: readonly BlackBoxCase[] = [...subscriptions, ...keySets, ...scopes];
