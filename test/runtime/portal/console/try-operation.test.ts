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
      put: {
        parameters: [
          { name: 'size', in: 'query', schema: { enum: ['small', 2, 'very "large"'] } },
          { name: 'tame', in: 'query', schema: { type: 'boolean' } },
          { name: 'flag', in: 'query', allowEmptyValue: true, schema: { type: 'string' } },
          { name: 'filter', in: 'query', style: 'deepObject', schema: { type: 'object' } },
          { name: 'where', in: 'query', content: { 'application/json': { schema: { type: 'object' } } } },
          { name: 'breed', in: 'query', schema: { type: 'string', examples: ['Pug', 'Akita'] } },
          { name: 'X-Meta', in: 'header', content: { 'application/json': { schema: { type: 'object' } } } },
          { name: 'X-Owner', in: 'header', schema: { type: 'string' } },
          { name: 'tags', in: 'cookie', schema: { type: 'array', items: { type: 'string' } } },
          { name: 'session', in: 'cookie', schema: { type: 'string' } },
          {
            name: 'colours',
            in: 'query',
            schema: {
              type: 'array',
              items: { enum: ['red', 'black, white', '<b>', 'grey', 'sable', 'fawn', 7] },
            },
          },
        ],
        requestBody: {
          content: {
            'application/json': {
              schema: dog,
              examples: { Rex: { value: { weight: 1.1 } }, Bella: { value: { name: 'Bella' } } },
            },
            'text/csv': { schema: { type: 'string' }, example: 'name\nMax' },
          },
        },
        responses: {
          200: { description: 'The dog.', content: { 'application/json': {}, 'text/csv': {} } },
          404: { description: 'None.', content: { 'application/problem+json': {} } },
        },
      },
      post: { requestBody: { content: { 'application/json': { schema: dog } } } },
      patch: {
        parameters: [
          {
            name: 'colours',
            in: 'query',
            required: true,
            schema: { type: 'array', items: { enum: ['red', 'black, white', 'grey', 7] } },
            example: ['black, white', 7],
          },
          {
            name: 'X-Places',
            in: 'header',
            schema: { type: 'array', items: { enum: ['Zürich', 'Bern'] } },
          },
        ],
      },
    },
    '/dogs/{id}': {
      get: { parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }] },
    },
    '/bytes': { get: {} },
    '/photos': { post: { requestBody: { content: { 'multipart/mixed': { schema: dog } } } } },
  },
} as const;

const exampleTexts = { 'application/json': { examples: { Rex: { value: { weight: '1.10' } } } } };

/** As if the document had `1.10`. */
const numberTexts = { paths: { '/dogs': { put: { requestBody: { content: exampleTexts } } } } };

beforeAll(async () => {
  upstream = await openUpstream('dogs', (request, response) => {
    if (request.url === '/bytes') return void response.end(Buffer.from([0, 1, 255]));
    if (request.method === 'PUT') {
      const { accept = '', cookie = '', 'x-meta': meta = '' } = request.headers;
      response.writeHead(200, {
        'content-type': 'application/json',
        'x-city': Buffer.from('Zürich').toString('latin1'),
        'x-seen': JSON.stringify([request.url, accept, cookie, meta]),
      });
      return void request.pipe(response);
    }
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
  const single = owned('Single');
  const [production] = single.keySets.filter(({ keySet }) => keySet === 'production');
  Object.assign(single, { keySets: production ? [production] : [] });
  gateway = await openGateway(
    buildTable({
      gateway: { authUrl, storeUrl, store: { title: 'Park APIs', visibility: 'public' } },
      apis: [
        defineApi({
          endpoints,
          operations: [
            'GET /dogs',
            'POST /dogs',
            'PUT /dogs',
            'PATCH /dogs',
            'GET /dogs/{id}',
            'GET /bytes',
            'POST /photos',
          ],
          contract,
          numberTexts,
        }),
        defineApi({
          name: 'Open',
          context: 'open',
          endpoints: { production: { targets: [upstream.url] } },
          operations: ['public GET /dogs'],
          contract,
        }),
        defineApi({
          name: 'Plain',
          context: 'plain',
          endpoints: { production: { targets: [upstream.url] } },
          contract,
          operations: ['GET /dogs'],
        }),
        defineApi({ name: 'Hidden', context: 'hidden', endpoints, contract, visibility: 'owners' }),
      ],
      applications: [
        owned('Walker'),
        owned('Lonely'),
        owned('Limited', 1),
        defineApplication('Foreign'),
        single,
      ],
      subscriptions: [subscribe('Walker'), subscribe('Limited'), subscribe('Foreign'), subscribe('Single')],
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
  // A browser does not send check boxes that are not checked.
  const shown = Object.entries(form.fields).filter(([name]) => !name.startsWith('item.'));
  return browser.submitToStore(form.action, { ...Object.fromEntries(shown), ...chosen, ...fields });
}

const chosen = { application: 'Walker', keys: 'production' };

describe('the form of an operation', () => {
  test('has a field for each parameter, with examples of those that are required', async () => {
    const { form, page } = await openForm('GET', '/dogs');
    expect(page.heading).toBe('Try GET /dogs');
    const { csrf, ...fields } = form.fields;
    expect(csrf).not.toBe('');
    expect(fields).toEqual({
      'query.tag': '',
      'query.limit': '5',
      'header.X-Park': '',
      'cookie.session': '',
    });
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

  test('is one link away in the last calls of the application', async () => {
    const { body } = await tryOut(['GET', '/dogs']);
    expect(body).toMatch(/<a href="\/store\/applications\/Walker\/calls\?id=[\w-]+">Find it/);
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

  test('has its body as a download, next to its status, whatever its type', async () => {
    const { text, body } = await tryOut(['GET', '/bytes']);
    expect(text).toContain('The body is not text. It has 3 bytes.');
    expect(body).toContain('<span class="badge good">200</span>');
    expect(body).toMatch(/download="response"\s+href="data:application\/octet-stream;base64,AAH\/"/);
  });

  test('is shown where the reader is, with the focus', async () => {
    const { form } = await openForm('GET', '/bytes');
    expect(form.action).toMatch(/#answer$/);
    for (const application of ['Walker', 'Lonely']) {
      const { body } = await tryOut(['GET', '/bytes'], { application });
      expect(body).toContain('<div id="answer" tabindex="-1">');
    }
  });

  test('says when to try again after a limit', async () => {
    await tryOut(['GET', '/bytes'], { application: 'Limited' });
    const { text, body } = await tryOut(['GET', '/bytes'], { application: 'Limited' });
    expect(body).toContain('<span class="badge alert">429</span>');
    expect(text).toMatch(/A limit has been reached.* Try again after [\d,]+ seconds?\./);
  });
});

describe('a call with all kinds of values', () => {
  const put = ['PUT', '/dogs'] as const;

  test('offers choices, examples, empty values and media types', async () => {
    const { page } = await openForm(...put);
    for (const option of [
      'small',
      '2',
      'very &quot;large&quot;',
      'true',
      'false',
      'application/problem+json',
    ])
      expect(page.body).toContain(`<option value="${option}" >`);
    expect(page.body).toContain('<option value="Pug"></option>');
    expect(page.body).toContain('name="empty.query.flag"');
    expect(page.text).toContain('Rex (application/json) Bella (application/json) text/csv');
  });

  test('offers all values of the items of a list, and sends those that are chosen', async () => {
    const { page } = await openForm(...put);
    for (const item of ['red', 'black, white', '&lt;b&gt;', 'grey', 'sable', 'fawn', '7'])
      expect(page.body).toContain(`>${item}</label>`);
    const { text, body } = await tryOut(put, {
      // The document had other values before the first one when the form was made.
      'item.4.query.colours': 'black, white',
      'item.6.query.colours': '7',
    });
    expect(text).toContain('colours=black%2C%20white&colours=7"');
    expect(body).toMatch(/name="item\.6\.query\.colours" value="7" checked=""/);
    expect(body).not.toMatch(/name="item\.0\.query\.colours" value="red" checked=""/);
    const forged = await tryOut(put, { 'item.99.query.colours': 'on', 'item.-1.query.colours': 'on' });
    expect(forged.text).not.toContain('colours=');
  });

  test('chooses the items of an example that contain commas, and no others', async () => {
    const { page } = await openForm('PATCH', '/dogs');
    const chosenOnes = page.body.match(/value="[^"]*" checked=""/g);
    expect(chosenOnes).toEqual(['value="black, white" checked=""', 'value="7" checked=""']);
  });

  test('reports an item that HTTP cannot carry at its list', async () => {
    const page = await tryOut(['PATCH', '/dogs'], { 'item.0.header.X-Places': 'Zürich' });
    expect(page.status).toBe(422);
    expect(page.body).toContain(
      '<fieldset class="field" aria-describedby="parameter-1-hint parameter-1-error">',
    );
    expect(page.body).toMatch(/value="Zürich" checked=""\s+aria-invalid="true"/);
    expect(gateway.audited).toEqual([]);
  });

  test.each([
    ['0', 'application/json', '{\n  &quot;weight&quot;: 1.10\n}'],
    ['1', 'application/json', '{\n  &quot;name&quot;: &quot;Bella&quot;\n}'],
    ['2', 'text/csv', 'name\nMax'],
  ])('fills in example %s without a call, and keeps the rest', async (fill, mediaType, text) => {
    const { status, body } = await tryOut(put, { fill, 'query.breed': 'Akita', body: 'mine' });
    expect(status).toBe(200);
    expect(body).toContain(`>\n${text}</textarea`);
    expect(body).toContain(`<option value="${mediaType}" selected="">`);
    expect(body).toContain('value="Akita"');
    expect(gateway.audited).toEqual([]);
  });

  test('sends them as they were typed, and shows the answer as it came', async () => {
    const written = '{"a":1.10,"a":1e3,"b":-0,"c":9223372036854775807}';
    const { body, text } = await tryOut(put, {
      'query.size': '2',
      'query.tame': 'false',
      'empty.query.flag': 'on',
      'query.filter': '{"weight":1.10,"ids":[9223372036854775807]}',
      'query.where': '{"n":1e3}',
      'header.X-Meta': '{"city":"Zürich","n":1.0}',
      'cookie.tags': 'a, b c',
      'cookie.session': 'é;x',
      accept: 'text/csv',
      // The gateway refuses repeated keys where it reads JSON.
      mediaType: 'text/csv',
      body: written,
    });
    const target = `/dogs?size=2&tame=false&flag=&filter%5Bweight%5D=1.10&filter%5Bids%5D=${encodeURIComponent('[9223372036854775807]')}&where=${encodeURIComponent('{"n":1e3}')}`;
    const cookie = 'tags=a,b%20c; session=%C3%A9%3Bx';
    const meta = String.raw`{"city":"Z\u00fcrich","n":1.0}`;
    expect(text).toContain(JSON.stringify([target, 'text/csv', cookie, meta]));
    expect(text).toContain('x-city Zürich');
    expect(body).toContain(
      '{\n  &quot;a&quot;: 1.10,\n  &quot;a&quot;: 1e3,\n  &quot;b&quot;: -0,\n  &quot;c&quot;: 9223372036854775807\n}',
    );
  });

  test.each(['Zürich', 'a\nb', '\u0000'])(
    'reports a header at its field that HTTP cannot carry: %j',
    async (value) => {
      const page = await tryOut(put, { 'header.X-Owner': value });
      expect(page.status).toBe(422);
      expect(page.text).toContain('A value cannot be sent');
      expect(page.body).toMatch(
        /aria-describedby="parameter-7-hint parameter-7-error"[^>]*aria-invalid="true"/,
      );
      expect(page.text).toContain('A header can contain only ASCII');
      expect(gateway.audited).toEqual([]);
    },
  );
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

  test('has a link to the form that adds the keys that are missing', async () => {
    const page = await tryOut(['GET', '/dogs'], { application: 'Single', keys: 'sandbox' });
    expect([page.status, page.code]).toEqual([403, 'key_set_missing']);
    expect(page.body).toContain('href="/store/proposals/new/keys?application=Single&amp;keys=sandbox"');
    expect(page.body).toMatch(/<option value="Single" selected="">Single \(only production keys\)</);
    const forged = await tryOut(['GET', '/dogs'], { application: 'Single', keys: '"><script>' });
    expect([forged.code, forged.body.includes('/new/keys')]).toEqual(['key_set_missing', false]);
  });

  test('with keys that the version has no endpoint for, which are not offered', async () => {
    const page = await browser.store.visit(pathOf('GET', '/dogs', 'plain'));
    expect(page.body).toContain('<option value="production" selected="">');
    expect(page.body).not.toContain('<option value="sandbox"');
    expect((await browser.store.visit('/store/apis/plain/v1')).body).not.toContain('<option value="sandbox"');
    expect((await browser.store.visit('/store/apis/dog_park/v1')).body).toContain('<option value="sandbox"');
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
