import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openGateway, type GatewayInTest } from '../../gateway-in-test.ts';
import { alice } from '../../oauth/authorization-in-test.ts';
import type { PageInTest } from '../../oauth/authorize/browser-in-test.ts';
import { buildTable, defineApi, defineApplication, subscribe } from '../../table-builder.ts';
import { openUpstream, type UpstreamInTest } from '../../upstream-in-test.ts';
import { authUrl, storeUrl, StoreBrowser } from '../session/store-in-test.ts';

let upstream: UpstreamInTest;
let gateway: GatewayInTest;
let browser: StoreBrowser;

const dog = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string', examples: ['Rex'] }, age: { type: 'integer' } },
};

const contract = {
  openapi: '3.1.0',
  info: { title: 'Dog park', version: '1' },
  paths: {
    '/dogs': {
      get: {
        parameters: [
          { name: 'tag', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
          { name: 'limit', in: 'query', required: true, schema: { type: 'integer' }, example: 5 },
          { name: 'X-Park', in: 'header', schema: { type: 'string' } },
          { name: 'session', in: 'cookie', schema: { type: 'string' } },
        ],
      },
      post: { requestBody: { content: { 'application/json': { schema: dog } } } },
    },
    '/dogs/{id}': {
      get: { parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }] },
    },
    '/bytes': { get: {} },
    '/photos': { post: { requestBody: { content: { 'multipart/form-data': { schema: dog } } } } },
  },
} as const;

beforeAll(async () => {
  upstream = await openUpstream('dogs', (request, response) => {
    if (request.url === '/bytes') return void response.end(Buffer.from([0, 1, 255]));
    response.writeHead(200, { 'content-type': 'application/json', 'set-cookie': 'a=1' });
    response.end(`{"seen":"${request.method} ${request.url}","markup":"<script>alert(1)</script>"}`);
  });
  const endpoints = { production: { targets: [upstream.url] }, sandbox: { targets: [upstream.url] } };
  const owned = (name: string, limit?: number) => ({
    ...defineApplication(name),
    owner: 'alice',
    ...(limit !== undefined && {
      limit: { requests: limit, unit: 'day', burst: limit, whenUnavailable: 'allow' } as const,
    }),
  });
  gateway = await openGateway(
    buildTable({
      gateway: { authUrl, storeUrl, store: { title: 'Park APIs', visibility: 'public' } },
      apis: [
        defineApi({
          endpoints,
          operations: ['GET /dogs', 'POST /dogs', 'GET /dogs/{id}', 'GET /bytes', 'POST /photos'],
          contract,
        }),
        defineApi({
          name: 'Open',
          context: 'open',
          endpoints: { production: { targets: [upstream.url] } },
          operations: ['public GET /dogs'],
          contract,
        }),
        defineApi({ name: 'Hidden', context: 'hidden', endpoints, contract, visibility: 'owners' }),
      ],
      applications: [owned('Walker'), owned('Lonely'), owned('Limited', 1), defineApplication('Foreign')],
      subscriptions: [subscribe('Walker'), subscribe('Limited'), subscribe('Foreign')],
      users: [alice],
    }),
  );
  browser = new StoreBrowser(gateway);
  await browser.signIn();
});

afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

beforeEach(() => {
  gateway.audited.length = 0;
});

const pathOf = (method: string, path: string, api = 'dog_park') =>
  `/store/apis/${api}/v1/operation/try?${new URLSearchParams({ method, path }).toString()}`;

async function openForm(method: string, path: string) {
  const page = await browser.store.visit(pathOf(method, path));
  const form = page.forms.find(({ action }) => action.includes('/operation/try'));
  if (!form) throw new Error(`there is no form: ${page.status} ${page.text}`);
  return { page, form };
}

/** How every access token begins. */
const startOfToken = Buffer.from('{"alg":"ES256"').toString('base64url').slice(0, -2);

/** Fills in the form of an operation and sends it. */
async function tryOut(
  operation: readonly [method: string, path: string],
  fields: Readonly<Record<string, string>> = {},
): Promise<PageInTest> {
  const { form } = await openForm(...operation);
  return browser.submitToStore(form.action, { ...form.fields, ...chosen, ...fields });
}

const chosen = { application: 'Walker', keys: 'production' };

describe('the form of an operation', () => {
  test('has a field for each parameter, with examples of those that are required', async () => {
    const { form, page } = await openForm('GET', '/dogs');
    expect(page.heading).toBe('Try GET /dogs');
    const { csrf, ...fields } = form.fields;
    expect(csrf).not.toBe('');
    expect(fields).toEqual({ 'query.tag': '', 'query.limit': '5', 'header.X-Park': '' });
    expect(page.body).toContain('<option value="Lonely" >Lonely (not subscribed)</option>');
    expect(page.text).not.toContain('Foreign');
  });

  test('has an example of the body', async () => {
    const { page } = await openForm('POST', '/dogs');
    expect(page.body).toContain('>\n{\n  &quot;name&quot;: &quot;Rex&quot;\n}</textarea');
  });

  test('says that it cannot send several parts', async () => {
    const { page } = await openForm('POST', '/photos');
    expect(page.text).toContain('which this form cannot send');
  });

  test.each([
    ['an operation that is not declared', pathOf('DELETE', '/dogs')],
    ['an API that the reader does not see', pathOf('GET', '/dogs', 'hidden')],
    ['no operation', '/store/apis/dog_park/v1/operation/try'],
  ])('does not exist for %s', async (_title, path) => {
    const { status, code } = await browser.store.visit(path);
    expect([status, code]).toEqual([404, 'page_unknown']);
  });

  test('sends those who are not signed in to the sign-in', async () => {
    const { status, location } = await new StoreBrowser(gateway).store.visit(pathOf('GET', '/dogs'));
    expect([status, location]).toEqual([
      303,
      `/store/sign-in?return=${encodeURIComponent(pathOf('GET', '/dogs'))}`,
    ]);
  });
});

describe('a call that is sent', () => {
  test('shows the response, and the same call with curl', async () => {
    const fields = { 'query.tag': 'small, brown', 'query.limit': '5', 'header.X-Park': 'North' };
    const { status, body, text } = await tryOut(['GET', '/dogs'], fields);
    expect(status).toBe(200);
    expect(body).toContain('<span class="badge good">200</span>');
    expect(body).toContain('&quot;seen&quot;: &quot;GET /dogs?tag=small&amp;tag=brown&amp;limit=5&quot;');
    expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(body).not.toContain('<script>alert');
    expect(text).toContain('set-cookie a=1');
    expect(body).toContain(
      [
        'curl &#39;https://gateway.example.edu/dog_park/v1/dogs?tag=small&amp;tag=brown&amp;limit=5&#39; \\',
        '  --header &quot;Authorization: Bearer $TOKEN&quot; \\',
        '  --header &#39;X-Park: North&#39;',
      ].join('\n'),
    );
    expect(gateway.audited).toMatchObject([{ event: 'console_call_sent', user: 'user:alice' }]);
  });

  test('sets no cookie of the API, and shows no token', async () => {
    const { cookies, body } = await tryOut(['GET', '/dogs']);
    expect(cookies.filter((cookie) => cookie.startsWith('a='))).toEqual([]);
    expect(body).not.toContain(startOfToken);
  });

  test('keeps what was filled in', async () => {
    const page = await tryOut(['GET', '/dogs/{id}'], { 'path.id': 'a b', keys: 'sandbox' });
    expect(page.body).toContain('GET /dogs/a%20b');
    expect(page.forms.find(({ action }) => action.includes('/try'))?.fields).toMatchObject({
      'path.id': 'a b',
    });
    expect(page.body).toMatch(/<option value="sandbox" selected=""/);
  });

  test('may have a body', async () => {
    const page = await tryOut(['POST', '/dogs'], {
      mediaType: 'application/json',
      body: '{\r\n  "name": "Rex"\r\n}',
    });
    expect(page.body).toContain('<span class="badge good">200</span>');
    expect(page.body).toContain('--data-');
  });

  test('may be downloaded, whatever its type', async () => {
    const { headers, status } = await tryOut(['GET', '/bytes'], { as: 'download' });
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'application/octet-stream',
      'attachment; filename="response"',
    ]);
    const { text } = await tryOut(['GET', '/bytes']);
    expect(text).toContain('The body is not text. It has 3 bytes.');
  });

  test('says when to try again after a limit', async () => {
    await tryOut(['GET', '/bytes'], { application: 'Limited' });
    const { text, body } = await tryOut(['GET', '/bytes'], { application: 'Limited' });
    expect(body).toContain('<span class="badge alert">429</span>');
    expect(text).toMatch(/A limit has been reached.* Try again after [\d,]+ seconds?\./);
  });
});

describe('a public operation', () => {
  test('is tried without an application, a key and a token', async () => {
    const page = await browser.store.visit(pathOf('GET', '/dogs', 'open'));
    expect(page.text).toContain('No access token; always the production endpoint.');
    expect(page.body).not.toContain('name="application"');
    const form = page.forms.find(({ action }) => action.includes('/operation/try'));
    const answer = await browser.submitToStore(form?.action ?? '', form?.fields ?? {});
    expect(answer.body).toContain('<span class="badge good">200</span>');
    expect(answer.text).toContain('Everyone can call this operation without an access token.');
    expect(answer.body).not.toContain('Authorization: Bearer');
    expect(gateway.audited).toMatchObject([{ event: 'console_call_sent', api: 'Open/v1' }]);
  });

  test('is refused with sandbox keys', async () => {
    const page = await browser.store.visit(pathOf('GET', '/dogs', 'open'));
    const form = page.forms.find(({ action }) => action.includes('/operation/try'));
    const fields = { ...form?.fields, application: 'Walker', keys: 'sandbox' };
    const answer = await browser.submitToStore(form?.action ?? '', fields);
    expect([answer.status, answer.code]).toEqual([403, 'sandbox_not_public']);
    expect(gateway.audited).toEqual([]);
  });
});

describe('a call that is not sent', () => {
  test.each([
    ['not_subscribed', 403, { application: 'Lonely' }],
    ['application_unknown', 403, { application: 'Foreign' }],
    ['application_unknown', 403, { application: 'Nothing' }],
    ['key_set_missing', 403, { keys: 'other' }],
  ])('%s', async (problem, expected, fields) => {
    const page = await tryOut(['GET', '/dogs'], fields);
    expect([page.status, page.code]).toEqual([expected, problem]);
    expect(gateway.audited).toEqual([]);
  });

  test('has a link to the request of a subscription', async () => {
    const { body } = await tryOut(['GET', '/dogs'], { application: 'Lonely' });
    expect(body).toContain('href="/store/proposals/new/subscribe?api=DogPark%2Fv1&amp;application=Lonely"');
  });

  test.each(['..', 'a/../b', '.'])('if a value would leave the path: %j', async (id) => {
    const { status, code } = await tryOut(['GET', '/dogs/{id}'], { 'path.id': id });
    expect([status, code]).toEqual([400, 'path_malformed']);
  });

  test('without the proof that the form is of the same session', async () => {
    const { form } = await openForm('GET', '/dogs');
    const page = await browser.submitToStore(form.action, { ...form.fields, ...chosen, csrf: 'guessed' });
    expect(page.status).toBe(403);
    expect(gateway.audited).toEqual([]);
  });

  test('once the session has ended', async () => {
    const other = new StoreBrowser(gateway);
    await other.signIn();
    const page = await other.store.visit(pathOf('GET', '/dogs'));
    const form = page.forms.find(({ action }) => action.includes('/operation/try'));
    other.store.cookies.clear();
    const answer = await other.submitToStore(form?.action ?? '', { ...form?.fields, ...chosen });
    expect([answer.status, answer.code]).toEqual([403, 'signed_out']);
    expect(gateway.audited.filter(({ event }) => event === 'console_call_sent')).toEqual([]);
  });
});

describe('a script of a page', () => {
  async function send(fields: Readonly<Record<string, string>>) {
    const { form } = await openForm('GET', '/dogs');
    const { csrf = '' } = form.fields;
    const page = await browser.store.submit(
      '/store/apis/dog_park/v1/try',
      { csrf, ...chosen, ...fields },
      { origin: storeUrl, 'sec-fetch-dest': 'empty' },
    );
    return { status: page.status, json: JSON.parse(page.body) as Record<string, unknown> };
  }

  test('gets the response as JSON', async () => {
    const { status, json } = await send({
      method: 'POST',
      path: '/dogs?a=1',
      headers: '[["Content-Type","application/json"],["Authorization","Bearer mine"]]',
      body: Buffer.from('{"name":"Rex"}').toString('base64'),
    });
    expect(status).toBe(200);
    expect(json).toMatchObject({ status: 200, requestId: expect.any(String) });
    expect(Buffer.from(String(json['body']), 'base64').toString()).toContain('POST /dogs?a=1');
  });

  test.each([
    ['call_malformed', 400, { method: 'GET', path: '/dogs', headers: '{}' }],
    ['call_malformed', 400, { method: 'GET', path: '/dogs', headers: '[["a"]]' }],
    ['method_malformed', 400, { path: '/dogs' }],
    ['path_malformed', 400, { method: 'GET', path: 'https://127.0.0.1/dogs' }],
    ['application_unknown', 403, { method: 'GET', path: '/dogs', application: 'Foreign' }],
  ])('gets %s', async (code, expected, fields) => {
    const { status, json } = await send(fields);
    expect([status, json['code']]).toEqual([expected, code]);
  });

  test('gets where to request a subscription', async () => {
    const { json } = await send({ method: 'GET', path: '/dogs', application: 'Lonely' });
    expect(json).toEqual({
      message:
        'The application is not subscribed to this API. Request a subscription, which the owner of the API approves.',
      code: 'not_subscribed',
      moreInformation: `${storeUrl}/store/proposals/new/subscribe?api=DogPark%2Fv1&application=Lonely`,
    });
  });
});
