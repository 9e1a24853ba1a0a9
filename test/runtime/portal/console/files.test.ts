import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { safeFileName } from '#runtime/portal/console/write-parts.ts';
import { draws } from '../../../full-run.ts';
import { openGateway, type GatewayInTest } from '../../gateway-in-test.ts';
import { alice } from '../../oauth/authorization-in-test.ts';
import { buildTable, defineApi, defineApplication, subscribe } from '../../table-builder.ts';
import { openUpstream, type UpstreamInTest } from '../../upstream-in-test.ts';
import { authUrl, storeUrl, StoreBrowser } from '../session/store-in-test.ts';

let upstream: UpstreamInTest;
let gateway: GatewayInTest;
let browser: StoreBrowser;

/** What reached the service: the media type and the bytes of the last body. */
let seen: { readonly type: string; readonly bytes: Buffer } | undefined;

const photo = {
  type: 'object',
  required: ['title', 'picture'],
  properties: {
    title: { type: 'string', examples: ['Rex'] },
    picture: { type: 'string', format: 'binary' },
    details: { type: 'object' },
    'odd "name"': { contentMediaType: 'image/png' },
  },
};

const binary = { schema: { type: 'string', format: 'binary' } };

const contract = {
  openapi: '3.1.0',
  info: { title: 'Photos', version: '1' },
  paths: {
    '/photos': {
      post: {
        requestBody: {
          content: {
            'multipart/form-data': { schema: photo, encoding: { picture: { contentType: 'image/png' } } },
            'application/json': { schema: { type: 'object' }, example: { title: 'Max' } },
          },
        },
      },
    },
    '/any': { put: { requestBody: { content: { '*/*': binary, 'image/*': binary } } } },
    '/raw': { put: { requestBody: { content: { 'image/png': {}, 'application/x-own': binary } } } },
    '/only': { put: { requestBody: { required: true, content: { 'image/png': {} } } } },
    '/album': {
      post: {
        requestBody: {
          required: true,
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                required: ['cover', 'pages'],
                properties: {
                  cover: { type: 'string', format: 'binary' },
                  pages: { type: 'array', items: { type: 'string', format: 'binary' } },
                  back: { type: 'string', format: 'binary' },
                },
              },
            },
            'text/plain': {},
          },
        },
      },
    },
  },
};

beforeAll(async () => {
  upstream = await openUpstream('photos', (request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      seen = { type: request.headers['content-type'] ?? '', bytes: Buffer.concat(pieces) };
      response.end('taken');
    });
  });
  gateway = await openGateway(
    buildTable({
      gateway: { authUrl, storeUrl, store: { visibility: 'public' } },
      apis: [
        defineApi({
          endpoints: { production: { targets: [upstream.url] } },
          operations: ['POST /photos', 'PUT /raw', 'PUT /any', 'PUT /only', 'POST /album'],
          contract,
        }),
      ],
      applications: [{ ...defineApplication('Walker'), owner: 'alice' }],
      subscriptions: [subscribe('Walker')],
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
  seen = undefined;
});

const pathOf = (method: string, path: string) =>
  `/store/apis/dog_park/v1/operation/try?${new URLSearchParams({ method, path }).toString()}`;

type Field = string | { readonly name: string; readonly bytes: Uint8Array };

async function openForm(method: string, path: string) {
  const page = await browser.store.visit(pathOf(method, path));
  const form = page.forms.find(({ action }) => action.includes('/operation/try'));
  if (!form) throw new Error(`there is no form: ${page.status} ${page.text}`);
  return { page, fields: form.fields };
}

/** Sends a form as browsers send one with files. */
async function send(method: string, path: string, fields: Readonly<Record<string, Field>>) {
  const { fields: own } = await openForm(method, path);
  const form = new FormData();
  const all = { csrf: own['csrf'] ?? '', application: 'Walker', keys: 'production', ...fields };
  for (const [name, value] of Object.entries<Field>(all))
    if (typeof value === 'string') form.set(name, value);
    else form.set(name, new File([Buffer.from(value.bytes)], value.name));
  const encoded = new Response(form);
  return browser.store.submitBody(pathOf(method, path), Buffer.from(await encoded.arrayBuffer()), {
    'content-type': encoded.headers.get('content-type') ?? '',
    origin: storeUrl,
  });
}

/** The parts that reached the service, as another parser reads them. */
async function partsSeen(): Promise<Readonly<Record<string, unknown>>> {
  if (!seen) throw new Error('nothing reached the service');
  const form = await new Response(Buffer.from(seen.bytes), {
    headers: { 'content-type': seen.type },
  }).formData();
  const parts: Record<string, unknown> = {};
  for (const [name, value] of form.entries())
    parts[name] =
      typeof value === 'string'
        ? value
        : { name: value.name, type: value.type, bytes: [...Buffer.from(await value.arrayBuffer())] };
  return parts;
}

describe('the form of an operation with files', () => {
  test('has a field for each part, and is sent with its files', async () => {
    const { page } = await openForm('POST', '/photos');
    expect(page.body).toContain('enctype="multipart/form-data"');
    expect(page.body).toMatch(/name="part-file\.picture"\s+type="file"/);
    expect(page.body).toMatch(/name="part\.title"[^>]*>\nRex<\/textarea/);
    expect(page.body).toContain('<option value="application/json" >');
  });

  test('sends the parts that are filled in, byte for byte', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    const page = await send('POST', '/photos', {
      mediaType: 'multipart/form-data',
      'part.title': 'Zoë\r\n"Rex"',
      'part.details': '{"weight":1.10}',
      'part-file.picture': { name: '../r"e\nx.png', bytes },
      'part-file.odd "name"': { name: 'b', bytes: Uint8Array.of(1) },
    });
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('taken') as string]);
    expect(await partsSeen()).toEqual({
      title: 'Zoë\n"Rex"',
      picture: { name: 'rex.png', type: 'image/png', bytes: [...bytes] },
      details: '{"weight":1.10}',
      'odd "name"': { name: 'b', type: 'application/octet-stream', bytes: [1] },
    });
    expect(page.text).toContain('file of 256 bytes');
    expect(page.body).toContain('picture=@rex.png;type=image/png');
    expect(page.body).toContain(
      '--form &#39;details=&quot;{\\&quot;weight\\&quot;:1.10}&quot;;type=application/json&#39;',
    );
    expect(page.text).not.toContain('The command is too long');
    // The texts stay in the form, and the file is not sent back.
    expect(page.body).toMatch(/name="part\.details"[^>]*>\n\{&quot;weight&quot;:1\.10\}<\/textarea/);
    expect(page.body).not.toContain(Buffer.from(bytes).toString('base64').slice(100, 160));
  });

  test('sends nothing that the operation does not declare', async () => {
    await send('POST', '/photos', {
      mediaType: 'multipart/form-data',
      'part.title': 'Rex',
      'part.other': 'x',
      'part.picture': 'no file',
      'part-file.picture': { name: 'a', bytes: Uint8Array.of(1) },
      'part-file.title': { name: 'a', bytes: Uint8Array.of(1) },
      'body-file': { name: 'a', bytes: Uint8Array.of(1) },
    });
    const picture = { name: 'a', type: 'image/png', bytes: [1] };
    expect(await partsSeen()).toEqual({ title: 'Rex', picture });
  });

  test('shows the beginning of long texts, and says so', async () => {
    const page = await send('POST', '/photos', {
      mediaType: 'multipart/form-data',
      'part.title': '"'.repeat(300_000),
      'part.details': `{"a":"${'b'.repeat(300_000)}"}`,
      'part-file.picture': { name: 'a', bytes: Uint8Array.of(1) },
    });
    expect(page.status).toBe(200);
    expect((await partsSeen())['title']).toHaveLength(300_000);
    expect(page.body.length).toBeLessThan(100_000);
    expect(page.text).toContain('The command is too long to be shown whole');
    expect(page.text).toContain('The texts of the parts are too long to be shown whole here.');
  });

  test('fills in the only example of another media type', async () => {
    const { page } = await openForm('POST', '/photos');
    expect(page.body).toMatch(/<button[^>]* name="fill" value="0"/);
    const filled = await send('POST', '/photos', { mediaType: 'multipart/form-data', fill: '0' });
    expect(filled.body).toContain('<option value="application/json" selected="">');
    expect(filled.body).toContain('&quot;title&quot;: &quot;Max&quot;');
    expect(seen).toBeUndefined();
  });

  test.each(['*/*', 'image/*'])('sends a file for the range %s as bytes', async (mediaType) => {
    const bytes = Buffer.from([0, 255]);
    await send('PUT', '/any', { mediaType, 'body-file': { name: 'a.png', bytes } });
    expect(seen).toEqual({ type: 'application/octet-stream', bytes });
  });

  test('still sends a text', async () => {
    await send('POST', '/photos', {
      mediaType: 'application/json',
      body: '{"title": "Max"}',
      'part.title': 'Rex',
    });
    expect(seen).toEqual({ type: 'application/json', bytes: Buffer.from('{"title": "Max"}') });
  });

  test.each(['image/png', 'application/x-own'])(
    'sends a file of type %s as the whole body',
    async (mediaType) => {
      const bytes = Buffer.from([0, 13, 10, 255, 128, 45, 45]);
      const page = await send('PUT', '/raw', { mediaType, 'body-file': { name: 'a.png', bytes } });
      expect(seen).toEqual({ type: mediaType, bytes });
      expect(page.text).toContain('file of 7 bytes');
    },
  );

  test('sends no body without a file', async () => {
    await send('PUT', '/raw', { mediaType: 'image/png' });
    expect(seen).toEqual({ type: '', bytes: Buffer.alloc(0) });
  });

  test('takes a file of almost 1 MiB, and says what is too large', async () => {
    const bytes = new Uint8Array(1024 * 1024 - 1000).fill(255);
    const fields = { mediaType: 'image/png', 'body-file': { name: 'a', bytes } };
    expect((await send('PUT', '/raw', fields)).status).toBe(200);
    expect(seen?.bytes.length).toBe(bytes.length);
    seen = undefined;
    const larger = { name: 'a', bytes: new Uint8Array(1024 * 1024 + 1) };
    const { status, code } = await send('PUT', '/raw', { ...fields, 'body-file': larger });
    expect([status, code, seen]).toEqual([413, 'file_too_large', undefined]);
    const two = {
      'part-file.picture': { name: 'a', bytes },
      'part-file.odd "name"': { name: 'b', bytes },
    };
    const refused = await send('POST', '/photos', { mediaType: 'multipart/form-data', ...two });
    expect([refused.status, seen]).toEqual([413, undefined]);
  });

  test('is refused without the token of its session', async () => {
    const { status, code } = await send('PUT', '/raw', {
      csrf: 'x',
      mediaType: 'image/png',
      'body-file': { name: 'a', bytes: Uint8Array.of(1) },
    });
    expect([status, code, seen]).toEqual([403, 'form_not_of_session', undefined]);
  });
});

describe('a required file that was not chosen', () => {
  const errors = (body: string) =>
    [...body.matchAll(/name="([^"]+)"\s+type="file"[^>]*aria-invalid="true"/g)].map(([, name]) => name);
  const file = { name: 'a', bytes: Uint8Array.of(1) };

  test.each<readonly [string, string, Readonly<Record<string, Field>>, readonly string[]]>([
    ['PUT', '/only', { mediaType: 'image/png' }, ['body-file']],
    ['PUT', '/only', { mediaType: 'image/png', 'part-file.cover': file }, ['body-file']],
    [
      'PUT',
      '/only',
      { mediaType: 'image/png', 'body-file': { name: 'empty', bytes: new Uint8Array() } },
      ['body-file'],
    ],
    ['POST', '/album', { mediaType: 'multipart/form-data' }, ['part-file.cover', 'part-file.pages']],
    ['POST', '/album', { mediaType: 'multipart/form-data', 'part-file.cover': file }, ['part-file.pages']],
    [
      'POST',
      '/album',
      { mediaType: 'multipart/form-data', 'part.cover': 'x', 'part-file.pages': file },
      ['part-file.cover'],
    ],
    // The body is optional, but not without this part.
    ['POST', '/photos', { mediaType: 'multipart/form-data', 'part.title': 'Rex' }, ['part-file.picture']],
  ])('is refused at its field: %s %s with %j', async (method, path, fields, expected) => {
    const page = await send(method, path, fields);
    expect([page.status, errors(page.body), seen]).toEqual([422, expected, undefined]);
    expect(page.text).toContain(expected.length === 1 ? 'A file is missing' : '2 files are missing');
    expect(page.text.split('Choose a file').length).toBe(expected.length + 1);
  });

  test.each<readonly [string, string, Readonly<Record<string, Field>>]>([
    [
      'POST',
      '/album',
      { mediaType: 'multipart/form-data', 'part-file.cover': file, 'part-file.pages': file },
    ],
    ['POST', '/album', { mediaType: 'text/plain', body: 'x' }],
    ['POST', '/photos', { mediaType: 'multipart/form-data' }],
    ['POST', '/photos', { mediaType: 'application/json', body: '{}' }],
    ['PUT', '/raw', { mediaType: 'image/png' }],
  ])('is not asked for without need: %s %s with %j', async (method, path, fields) => {
    const page = await send(method, path, fields);
    expect([page.status, errors(page.body)]).toEqual([200, []]);
    expect(seen).toBeDefined();
  });

  test('is asked for by the browser if the body has no other media type', async () => {
    const { page } = await openForm('PUT', '/only');
    expect(page.body).toMatch(/name="body-file"\s+type="file"[^>]* required=""/);
    for (const [method, path] of [
      ['POST', '/album'],
      ['POST', '/photos'],
      ['PUT', '/raw'],
    ] as const)
      expect((await openForm(method, path)).page.body).not.toMatch(/type="file"[^>]* required=""/);
  });
});

test.each([
  ['rex.png', 'rex.png'],
  ['C:\\pictures\\rex.png', 'rex.png'],
  ['../../etc/passwd', 'passwd'],
  ['a"\r\nX: y.png', 'aX: y.png'],
  ['..', 'file'],
  ['', 'file'],
  ['\u202Egnp.exe', 'gnp.exe'],
  ['猫.png', '猫.png'],
])('a file named %j is sent as %j', (given, sent) => {
  expect(safeFileName(given)).toBe(sent);
});

test('no name of a file ends its header', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '"', '\r', '\n', '/', '\\', ';', '\0', '猫', '.') });
  fc.assert(
    fc.property(text, (name) => {
      expect(safeFileName(name)).toMatch(/^[^"\r\n/\\\0]+$/);
    }),
    { numRuns: draws(1000) },
  );
});
