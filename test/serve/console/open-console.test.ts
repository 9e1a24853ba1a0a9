import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { decodeJwt } from 'jose';
import type { Call } from '#runtime/gateway/call.ts';
import type { ConsoleCall, ConsoleOutcome } from '#runtime/ports/console-calls.ts';
import { renderApiMetrics } from '#runtime/telemetry/render-api-metrics.ts';
import {
  endOfUntilNow,
  nameBulkRevocation,
  nameWholeLogin,
} from '#runtime/token/revocation/revocation-names.ts';
import { openConsole } from '#serve/console/open-console.ts';
import { openCallObserver } from '#serve/observability/observe-calls.ts';
import { openGateway, type GatewayInTest } from '../../runtime/gateway-in-test.ts';
import { buildTable, defineApi, defineApplication, secret, subscribe } from '../../runtime/table-builder.ts';
import { openUpstream, type UpstreamInTest } from '../../runtime/upstream-in-test.ts';

let upstream: UpstreamInTest;
let sandbox: UpstreamInTest;
let unusual: UpstreamInTest;
let gateway: GatewayInTest;
const tokens: string[] = [];

const alice = {
  name: 'alice',
  passwordDigest: '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4',
  state: 'active',
} as const;

const post = {
  requestBody: {
    required: true,
    content: { 'application/json': { schema: { type: 'object', required: ['name'] } } },
  },
};

beforeAll(async () => {
  upstream = await openUpstream('production');
  sandbox = await openUpstream('sandbox');
  unusual = await openUpstream('unusual', (request, response) => {
    if (request.url === '/large') return void response.end(Buffer.alloc(2 * 1024 * 1024, 'a'));
    if (request.url === '/broken') {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half');
      // The gateway, which is on this thread, reads what has come before anything immediate happens.
      setTimeout(() => setImmediate(() => response.destroy()), 20);
      return;
    }
    response.writeHead(201, { 'set-cookie': ['a=1', 'b=2'], 'x-answer': 'yes' }).end(Buffer.from([0, 255]));
  });
  const endpoints = { production: { targets: [upstream.url] }, sandbox: { targets: [sandbox.url] } };
  gateway = await openGateway(
    buildTable({
      apis: [
        defineApi({
          endpoints,
          operations: ['GET /dogs', 'POST /dogs dogs:write', 'GET /dogs/{id}', 'DELETE /dogs dogs:admin'],
          contract: {
            openapi: '3.1.0',
            info: { title: 'Dog park', version: '1' },
            paths: { '/dogs': { get: {}, post, delete: {} }, '/dogs/{id}': { get: {} } },
          },
        }),
        defineApi({ name: 'CatPark', context: 'cat_park', endpoints }),
        defineApi({
          name: 'Open',
          context: 'open',
          endpoints: { production: { targets: [upstream.url] }, sandbox: { targets: [sandbox.url] } },
          operations: ['public GET /dogs', 'POST /dogs'],
          addressLimit: { requests: 3, unit: 'day', burst: 3, whenUnavailable: 'refuse' },
        }),
        defineApi({
          name: 'Unusual',
          context: 'unusual',
          endpoints: { production: { targets: [unusual.url] } },
          operations: ['GET /large', 'GET /broken', 'GET /bytes'],
        }),
      ],
      applications: [
        {
          ...defineApplication('DogWalker'),
          limit: { requests: 40, unit: 'day', burst: 40, whenUnavailable: 'allow' },
        },
        defineApplication('Web', 'web', ['client_credentials', 'authorization_code']),
        { ...defineApplication('Staff', 'web', ['authorization_code']), identityProviders: ['staff'] },
        {
          ...defineApplication('Limited'),
          limit: { requests: 1, unit: 'day', burst: 1, whenUnavailable: 'allow' },
        },
      ],
      subscriptions: [
        subscribe('DogWalker', 'DogPark/v1', 'active', ['dogs:write']),
        subscribe('DogWalker', 'CatPark/v1'),
        subscribe('DogWalker', 'Unusual/v1'),
        subscribe('Web', 'DogPark/v1', 'active', ['dogs:write']),
        subscribe('Staff'),
        subscribe('Limited'),
      ],
      users: [alice],
    }),
    { observer: { callBegan: ({ request }: Call) => void tokens.push(request.headers.authorization ?? '') } },
  );
});

afterAll(async () => {
  await gateway.close();
  for (const one of [upstream, sandbox, unusual]) await one.close();
});

beforeEach(() => {
  tokens.length = 0;
  upstream.seen.length = 0;
  gateway.audited.length = 0;
});

function callOf(changes: Partial<ConsoleCall>): ConsoleCall {
  return {
    user: { subject: 'user:alice', provider: 'users', sessionId: 'login-1', address: '192.0.2.7' },
    application: 'DogWalker',
    keySet: 'production',
    api: 'DogPark/v1',
    method: 'GET',
    path: '/dogs',
    headers: [],
    body: undefined,
    ...changes,
  };
}

function send(changes: Partial<ConsoleCall> = {}): Promise<ConsoleOutcome> {
  return gateway.sendConsoleCall(callOf(changes));
}

async function answer(changes: Partial<ConsoleCall> = {}) {
  const outcome = await send(changes);
  if ('problem' in outcome) throw new Error(`not sent: ${outcome.problem}`);
  return { ...outcome, text: outcome.body.toString() };
}

const codeOf = ({ text }: { readonly text: string }) => (JSON.parse(text) as { code: string }).code;

/** Asks an endpoint of OAuth as an application does, with its secret. */
async function ask(
  endpoint: string,
  form: Readonly<Record<string, string>>,
  consumerKey = 'DogWalker-production',
): Promise<readonly [status: number, json: unknown]> {
  const { status, text } = await gateway.call(`/oauth2/${endpoint}`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${consumerKey}:${secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(form).toString(),
  });
  return [status, text === '' ? {} : JSON.parse(text)];
}

const claimsOf = (authorization: string | undefined) => decodeJwt(authorization?.slice(7) ?? '');

describe('a call of the console', () => {
  test('gets the answer of the endpoint that its keys are for', async () => {
    const { status, text, headers, cut, requestId, durationMs } = await answer({ path: '/dogs?limit=5' });
    expect({ status, text, cut }).toEqual({ status: 200, text: '{"upstream":"production"}', cut: undefined });
    expect(Object.fromEntries(headers)).toMatchObject({ 'content-type': 'application/json' });
    expect(upstream.seen).toMatchObject([
      { method: 'GET', url: '/dogs?limit=5', headers: { 'x-request-id': requestId } },
    ]);
    expect(durationMs).toBeGreaterThan(0);
    expect((await answer({ keySet: 'sandbox' })).text).toBe('{"upstream":"sandbox"}');
  });

  test('sends headers and a body', async () => {
    const body = Buffer.from('{"name":"Rex"}');
    const headers = [
      ['Content-Type', 'application/json'],
      ['X-Park', 'North'],
      ['x-park', 'South'],
    ] as const;
    expect((await answer({ method: 'POST', headers, body })).status).toBe(200);
    expect(upstream.seen).toMatchObject([
      { method: 'POST', headers: { 'x-park': 'North, South' }, body: '{"name":"Rex"}' },
    ]);
  });

  test('never passes on what only browsers, proxies and the gateway set', async () => {
    const dropped = [
      ['Authorization', 'Bearer stolen'],
      ['Cookie', '__Host-gatewright-store=secret'],
      ['Host', 'elsewhere.example.edu'],
      ['X-Forwarded-For', '10.0.0.1'],
      ['X_Forwarded_Host', 'elsewhere.example.edu'],
      ['Forwarded', 'for=10.0.0.1'],
      ['X-Request-Id', 'chosen'],
      ['Connection', 'x-park'],
      ['Transfer-Encoding', 'chunked'],
      ['Content-Length', '5'],
      ['Origin', 'https://gateway.example.edu'],
      ['Referer', 'https://gateway.example.edu/store'],
      ['Sec-Fetch-Site', 'same-origin'],
      ['Upgrade', 'websocket'],
    ] as const;
    const { requestId } = await answer({ headers: [...dropped, ['X-Park', 'North']] });
    const [{ headers } = { headers: {} }] = upstream.seen;
    expect(headers).toEqual({
      host: new URL(upstream.url).host,
      'accept-encoding': 'identity',
      connection: 'keep-alive',
      'x-park': 'North',
      'x-forwarded-for': '192.0.2.7',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'gateway.example.edu',
      'x-request-id': requestId,
      via: '1.1 gatewright',
    });
  });

  test('is refused as a client is, by validation, scopes, paths and methods', async () => {
    const json = [['content-type', 'application/json']] as const;
    const refused = [
      await answer({ method: 'POST', headers: json, body: Buffer.from('{}') }),
      await answer({ method: 'POST', headers: json }),
      await answer({ method: 'DELETE' }),
      await answer({ path: '/cats' }),
      await answer({ method: 'PUT' }),
      await answer({ api: 'Unusual/v1', keySet: 'sandbox', path: '/bytes' }),
    ];
    expect(refused.map((one) => [one.status, codeOf(one)])).toEqual([
      [422, 'validation_failed'],
      [400, 'parameters_insufficient'],
      [403, 'scope_insufficient'],
      [404, 'resource_unknown'],
      [405, 'method_not_allowed'],
      [403, 'sandbox_unavailable'],
    ]);
    expect(upstream.seen).toEqual([]);
  });

  test('counts against the limits of its application', async () => {
    expect((await answer({ application: 'Limited' })).status).toBe(200);
    const late = await answer({ application: 'Limited' });
    expect([late.status, codeOf(late)]).toEqual([429, 'rate_limited']);
    expect(Number(new Map(late.headers).get('retry-after'))).toBeGreaterThan(0);
  });

  test('has bytes, repeated headers, and no more than a mebibyte', async () => {
    const bytes = await answer({ api: 'Unusual/v1', path: '/bytes' });
    expect([bytes.status, [...bytes.body]]).toEqual([201, [0, 255]]);
    expect(bytes.headers).toEqual(
      expect.arrayContaining([
        ['set-cookie', 'a=1'],
        ['set-cookie', 'b=2'],
        ['x-answer', 'yes'],
      ]),
    );
    const large = await answer({ api: 'Unusual/v1', path: '/large' });
    expect([large.status, large.body.length, large.cut]).toEqual([200, 1024 * 1024, 'size']);
  });

  test('shows how far an aborted response came', async () => {
    const { text, cut } = await answer({ api: 'Unusual/v1', path: '/broken' });
    expect([text, cut]).toEqual(['half', 'aborted']);
  });
});

describe('the token of a call', () => {
  test('is for a minute, one API, and the scopes of the subscription', async () => {
    await answer();
    const { exp = 0, iat = 0, ...claims } = claimsOf(tokens[0]);
    expect(exp - iat).toBe(60);
    expect(claims).toMatchObject({
      sub: 'client:DogWalker-production',
      client_id: 'DogWalker-production',
      key_set: 'production',
      scope: 'dogs:write',
      sid: 'login-1',
      console_api: 'DogPark/v1',
    });
  });

  test('is refused whenever it comes over a connection, at its own API and at every other one', async () => {
    await answer({ application: 'Web' });
    await answer();
    upstream.seen.length = 0;
    for (const authorization of tokens.splice(0)) {
      const own = await gateway.call('/dog_park/v1/dogs', { headers: { authorization } });
      const other = await gateway.call('/cat_park/v1/dogs', { headers: { authorization } });
      expect([own.status, own.code, other.status, other.code]).toEqual([
        403,
        'token_invalid',
        403,
        'token_invalid',
      ]);
    }
    expect(upstream.seen).toEqual([]);
  });

  test('is refused in a header that says that the console sends it', async () => {
    await answer();
    const [authorization = ''] = tokens;
    const marks = { 'is-from-console': 'true', isfromconsole: 'true', source: 'console' };
    const { code } = await gateway.call('/dog_park/v1/dogs', { headers: { authorization, ...marks } });
    expect(code).toBe('token_invalid');
  });

  test('is not active for the application itself, and gets it no other token', async () => {
    await answer();
    const token = tokens[0]?.slice('Bearer '.length) ?? '';
    expect(await ask('introspect', { token })).toEqual([200, { active: false }]);
    const refresh = { grant_type: 'refresh_token', refresh_token: token };
    expect(await ask('token', refresh)).toMatchObject([400, { error: 'unauthorized_client' }]);
    const [status] = await ask('token', { grant_type: 'authorization_code', code: token });
    expect(status).toBe(400);
  });

  test('can be revoked by the application, and by no other', async () => {
    await answer();
    const token = tokens[0]?.slice('Bearer '.length) ?? '';
    const { jti = '' } = claimsOf(tokens[0]);
    const revocations = () =>
      gateway.audited.flatMap((event) => (event.event === 'token_revoked' ? [event.grantId] : []));
    expect(await ask('revoke', { token }, 'Limited-production')).toMatchObject([400, {}]);
    expect(revocations()).toEqual([]);
    expect(await ask('revoke', { token })).toMatchObject([200, {}]);
    expect(revocations()).toEqual([jti]);
  });

  test('reaches no upstream', async () => {
    await answer();
    await answer({ application: 'Web' });
    const seen = JSON.stringify(upstream.seen);
    for (const sent of tokens) expect(seen).not.toContain(sent.slice('Bearer '.length));
    expect(upstream.seen.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
  });

  test('speaks for the user where users log in to the application', async () => {
    expect((await answer({ application: 'Web' })).status).toBe(200);
    expect(claimsOf(tokens[0])).toMatchObject({ sub: 'user:alice', client_id: 'Web-production' });
  });

  test('ends with the login', async () => {
    const user = { ...callOf({}).user, sessionId: 'login-2' };
    await answer({ application: 'Web', user });
    await gateway.store.revoke(nameWholeLogin('login-2'), Math.floor(Date.now() / 1000) + 100);
    expect(codeOf(await answer({ application: 'Web', user }))).toBe('token_invalid');
  });

  test.each([{ clientId: 'Web-production' }, { clientId: 'Web-production', subject: 'user:alice' }])(
    'is good at once where everything until now was revoked: %j',
    async (holder) => {
      const now = Date.now() / 1000;
      const retentionSeconds = 3600;
      const id = nameBulkRevocation({ retentionSeconds, ...holder });
      await gateway.store.revoke(id, endOfUntilNow(now) + retentionSeconds);
      const user = { ...callOf({}).user, authenticatedAt: Math.floor(now) };
      expect(await answer({ application: 'Web', user })).toMatchObject({ status: 200 });
    },
  );

  test('is in the audit log by its id alone', async () => {
    const { requestId } = await answer();
    const { jti } = claimsOf(tokens[0]);
    expect(gateway.audited).toEqual([
      {
        event: 'console_call_sent',
        user: 'user:alice',
        api: 'DogPark/v1',
        method: 'GET',
        requestId,
        clientId: 'DogWalker-production',
        subject: 'client:DogWalker-production',
        scopes: ['dogs:write'],
        grantId: jti,
        address: '192.0.2.7',
      },
    ]);
  });
});

describe('a call of a public operation', () => {
  const none = { application: undefined, keySet: undefined };

  test('is sent without a token to the production endpoint, whoever has no application', async () => {
    const { status, requestId } = await answer({ api: 'Open/v1', ...none });
    expect([status, upstream.seen.map(({ url }) => url), tokens]).toEqual([200, ['/dogs'], ['']]);
    expect(gateway.audited).toEqual([
      {
        event: 'console_call_sent',
        user: 'user:alice',
        api: 'Open/v1',
        method: 'GET',
        requestId,
        address: '192.0.2.7',
      },
    ]);
  });

  test('has no token with the keys of an application either, and HEAD is a GET', async () => {
    expect((await answer({ api: 'Open/v1', method: 'HEAD' })).status).toBe(200);
    expect(tokens).toEqual(['']);
  });

  test('is not sent with sandbox keys, since it would reach the production endpoint', async () => {
    expect(await send({ api: 'Open/v1', keySet: 'sandbox' })).toEqual({ problem: 'sandbox_not_public' });
    expect([upstream.seen, gateway.audited]).toEqual([[], []]);
  });

  test('counts against the limit of the address', async () => {
    const user = { ...callOf({}).user, address: '192.0.2.8' };
    const statuses = [];
    for (let count = 0; count < 4; count += 1)
      statuses.push((await answer({ api: 'Open/v1', ...none, user })).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  test('needs no application, but that of a protected operation does', async () => {
    expect(await send({ api: 'Open/v1', ...none, method: 'POST' })).toEqual({
      problem: 'application_unknown',
    });
  });
});

describe('no call is sent', () => {
  test.each<[string, Partial<ConsoleCall>]>([
    ['application_unknown', { application: 'Nobody' }],
    ['api_unknown', { api: 'Nothing/v1' }],
    ['not_subscribed', { application: 'Limited', api: 'CatPark/v1' }],
    ['user_not_allowed', { application: 'Staff' }],
    ['method_malformed', { method: 'GET /evil HTTP/1.1\r\nx: y' }],
    ['method_malformed', { method: 'CONNECT' }],
    ['header_malformed', { headers: [['x-park', 'a\r\nx-admin: 1']] }],
    ['header_malformed', { headers: [['x park', 'a']] }],
    ['header_malformed', { headers: Array.from({ length: 101 }, () => ['x-park', '1'] as const) }],
    ['request_too_large', { method: 'POST', body: Buffer.alloc(1024 * 1024 + 1) }],
    ['path_malformed', { path: 'http://127.0.0.1/dogs' }],
    ['path_malformed', { path: '//elsewhere.example.edu/dogs' }],
    ['path_malformed', { path: '/../../cat_park/v1/dogs' }],
    ['path_malformed', { path: '/%2e%2e/%2e%2e/cat_park/v1/dogs' }],
    ['path_malformed', { path: String.raw`/\..\dogs` }],
    ['path_malformed', { path: '/dogs HTTP/1.1\r\nhost: x' }],
    ['path_malformed', { path: '/dogs#there' }],
    ['path_malformed', { path: 'dogs' }],
    ['path_malformed', { path: '' }],
  ])('%s: %j', async (problem, changes) => {
    expect(await send(changes)).toEqual({ problem });
    expect([upstream.seen, tokens, gateway.audited]).toEqual([[], [], []]);
  });

  test('while a user waits for four others', async () => {
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => send()));
    expect(outcomes.map((outcome) => ('problem' in outcome ? outcome.problem : outcome.status))).toEqual([
      200,
      200,
      200,
      200,
      'too_many_calls',
      'too_many_calls',
    ]);
    expect(await answer()).toMatchObject({ status: 200 });
  });
});

describe('calls of the console', () => {
  test('are marked in the access log and the metrics, without a token', async () => {
    await using opened = new AsyncDisposableStack();
    let lines = '';
    const options = { deployment: 'production', report: () => undefined };
    const { generation } = gateway.serving;
    if (!generation) throw new Error('nothing is served');
    const observer = await openCallObserver(
      generation.manifest.gateway,
      {
        options,
        serving: gateway.serving,
        writeLines: (text) => (lines += text),
        addUsage: () => undefined,
      },
      opened,
    );
    const sendObserved = openConsole({
      current: () => generation,
      inFlight: gateway.serving.inFlight,
      reportError: (error) => gateway.faults.push(error),
      audit: () => undefined,
      callBegan: (call) => {
        tokens.push(call.request.headers.authorization ?? '');
        observer.callBegan(call);
      },
      callEnded: observer.consoleCallEnded,
    });
    expect(await sendObserved(callOf({ path: '/dogs/5?secret=1' }))).toMatchObject({ status: 200 });
    expect(JSON.parse(lines)).toMatchObject({
      client: '192.0.2.7',
      path: '/dog_park/v1/dogs/5',
      status: 200,
      api: 'DogPark',
      application: 'DogWalker',
      keySet: 'production',
      source: 'console',
    });
    expect(lines).not.toContain(tokens[0]?.slice('Bearer '.length));
    const metrics = await Array.fromAsync(renderApiMetrics(observer.read([]).apis));
    expect(metrics.join('')).toContain('gatewright_console_requests_total{api="DogPark",version="v1"} 1\n');
  });

  test('report no error', () => {
    expect(gateway.faults).toEqual([]);
  });
});
