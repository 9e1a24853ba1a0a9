// @module-tag full
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Json } from '#compiled/json.ts';
import { sampleLanguages, type SampleLanguage } from '#runtime/portal/api-page/samples/sample-languages.ts';
import type {
  NamedValue,
  SampleBody,
  SampleRequest,
} from '#runtime/portal/api-page/samples/sample-request.ts';
import { makeTestFolder } from '../../../../platform/in-folder.ts';
import { canRun, runners, runSample } from './run-sample.ts';
import { openSampleServer, type ReceivedRequest } from './sample-server.ts';
import { tokenRequest } from './token-request.ts';

const fileBody = { type: 'file', mediaType: 'application/octet-stream', text: 'body' } as const;

/** Texts that mean something to a shell, or to one of the languages. */
const hostile = [
  "'; touch hacked; '",
  '$(touch hacked)`touch hacked`"$HOME',
  '\\\'"`${process.exit(1)}\n\r\t#{`touch hacked`}${`touch hacked`}{${system("touch hacked")}}',
  '"""; import os; """ {0} %s %d \u2028\u2029 é 🐕 \u0085 \u00AD\uFEFF',
  '*/ // # -- <!-- </script> ?> <?php',
  '\\u0022 \\x22 \\n \\',
  '-o/hacked',
  '@/etc/passwd',
  'MARK0K',
  '__proto__',
];

/** A header has no line breaks, and no spaces at its ends. */
const asHeader = (text: string) => text.replace(/[^\t\x20-\x7E]+/g, ' ').trim();

const bodies: readonly (readonly [name: string, body: SampleBody | undefined])[] = [
  ['no body', undefined],
  ['JSON', { type: 'json', mediaType: 'application/json', value: jsonOf(hostile) }],
  ['a text as JSON', { type: 'json', mediaType: 'application/json', value: 'a "text"' }],
  ['an empty text as JSON', { type: 'json', mediaType: 'application/json', value: '' }],
  ['a form', { type: 'form', fields: hostile.map((text) => [`${text} &=+`, text] as const) }],
  ['a form of several parts', { type: 'multipart', fields: [...partsOf(hostile), ['file', 'file', 'file']] }],
  ['text', { type: 'text', mediaType: 'text/plain', text: hostile.join('\n') }],
  ['a text that looks like a file', { type: 'text', mediaType: 'text/plain', text: '@/etc/passwd' }],
  ['a file', fileBody],
];

/** A browser takes a file from a field of its page, which a test in Node.js does not have. */
function bodiesOf({ key }: SampleLanguage): typeof bodies {
  if (key !== 'javascript') return bodies;
  return bodies
    .filter(([, body]) => body?.type !== 'file')
    .map(([name, body]) => [name, body?.type === 'multipart' ? withoutFiles(body) : body]);
}

function withoutFiles(body: Extract<SampleBody, { type: 'multipart' }>): SampleBody {
  return { ...body, fields: body.fields.filter(([, , kind]) => kind !== 'file') };
}

function jsonOf(texts: readonly string[]): Json {
  return Object.fromEntries(texts.map((text) => [text, [text, 1.5, null, false, { [text]: text }]]));
}

function partsOf(texts: readonly string[]): readonly NamedValue[] {
  return texts.map((text, index) => [`field ${index}`, text]);
}

let server: Awaited<ReturnType<typeof openSampleServer>>;
let folder: string;
const content = randomBytes(1000);
const endings: (() => Promise<void>)[] = [];

beforeAll(async () => {
  server = await openSampleServer();
  folder = await makeTestFolder((clean) => void endings.push(clean));
  for (const file of ['body', 'file']) await writeFile(join(folder, file), content);
});

afterAll(async () => {
  server.close();
  for (const end of endings) await end();
});

beforeEach(() => {
  server.received.length = 0;
});

/** A request to the server with hostile texts in its URL and headers. */
function hostileRequest(body: SampleBody | undefined): SampleRequest {
  const query = hostile.map((text, index) => `q${index}=${encodeURIComponent(text)}`).join('&');
  return {
    method: body ? 'PUT' : 'GET',
    url: `${server.url}/dogs/it's%20$HOME?${query}`,
    headers: hostile.map((text, index) => [`X-Text-${index}`, asHeader(text)] as const),
    authorization: 'token',
    ...(body && { body }),
  };
}

const runnable = sampleLanguages.flatMap((language) => {
  const runner = runners[language.key];
  return runner ? [{ language, runner, title: language.title }] : [];
});

describe.each(runnable)('whatever a document contains, $title', ({ language, runner }) => {
  const isMissing = !canRun(runner);
  const why = isMissing ? ' (skipped: the language is not installed)' : '';

  test.skipIf(isMissing).each(bodiesOf(language))(`sends it as it is: %s${why}`, async (_name, body) => {
    const sample = hostileRequest(body);
    const printed = await runSample(runner, language.render(sample), folder);
    expect(printed).toContain('{}');
    // curl prints the status only with all headers.
    if (language.key !== 'curl') expect(printed).toContain('200');
    const [sent, ...others] = server.received;
    expect([others, existsSync(join(folder, 'hacked'))]).toEqual([[], false]);
    await expectSent(sent, sample, language);
  });

  // A browser has no secret.
  if (language.runs === 'in a browser') return;
  test.skipIf(isMissing)(`sends a consumer key with its secret${why}`, async () => {
    const sample = { ...tokenRequest, url: `${server.url}/token` };
    await runSample(runner, language.render(sample), folder);
    expect(server.received.map(({ headers, body }) => [headers['authorization'], String(body)])).toEqual([
      [`Basic ${btoa('key:hidden')}`, 'grant_type=client_credentials'],
    ]);
  });
});

describe('JavaScript', () => {
  const [javascript] = sampleLanguages.filter(({ key }) => key === 'javascript');
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string(), fc.constantFrom(...hostile));

  test('sends any JSON value and any text as they are', async () => {
    const drawn = fc.oneof(
      fc.jsonValue({ stringUnit: 'binary' }).map((value): SampleBody => ({
        type: 'json',
        mediaType: 'application/json',
        value: value as Json,
      })),
      text
        .filter((one) => one !== '')
        .map((one): SampleBody => ({ type: 'text', mediaType: 'text/plain', text: one })),
      fc
        .array(fc.tuple(text, text), { minLength: 1 })
        .map((fields): SampleBody => ({ type: 'form', fields })),
    );
    await fc.assert(
      fc.asyncProperty(drawn, async (body) => {
        server.received.length = 0;
        const sample = hostileRequest(body);
        // oxlint-disable-next-line typescript/no-implied-eval -- The sample is a program, which is run here.
        const run = new Function('console', `return (async () => {\n${javascript?.render(sample)}\n})()`) as (
          console: object,
        ) => Promise<void>;
        await run({ log: () => undefined });
        await expectSent(server.received[0], sample, { key: 'javascript' });
      }),
      { numRuns: 100 },
    );
  });
});

/** These write JSON as values of the language, and all others as a text. */
const withValues = new Set(['javascript', 'nodejs', 'python']);

async function expectSent(
  sent: ReceivedRequest | undefined,
  { method, url, headers, body }: SampleRequest,
  { key }: Pick<SampleLanguage, 'key'>,
): Promise<void> {
  if (!sent) throw new Error('nothing was sent');
  const { pathname, search } = new URL(url);
  expect([sent.method, decodeURI(sent.url ?? '')]).toEqual([method, decodeURI(pathname + search)]);
  expect(sent.headers['authorization']).toBe(`Bearer ${key === 'javascript' ? 'TOKEN' : 'secret'}`);
  expect(sent.headers).toMatchObject(
    Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
  );
  await expectBody(sent, body, key);
}

async function expectBody({ headers, body }: ReceivedRequest, expected: SampleBody | undefined, key: string) {
  const type = String(headers['content-type']);
  if (expected && 'mediaType' in expected) expect(type).toBe(expected.mediaType);
  switch (expected?.type) {
    case undefined:
      return expect(String(body)).toBe('');
    case 'json': {
      const text = JSON.stringify(expected.value, null, 2).toWellFormed();
      if (!withValues.has(key)) return expect(String(body)).toBe(text);
      return expect(JSON.stringify(sorted(JSON.parse(String(body))))).toBe(
        JSON.stringify(sorted(JSON.parse(text))),
      );
    }
    case 'form':
      return expect([...new URLSearchParams(String(body))]).toEqual(
        expected.fields.map((field) => field.map((text) => text.toWellFormed())),
      );
    case 'multipart': {
      const form = await new Response(body, { headers: { 'content-type': type } }).formData();
      for (const [name, value, kind] of expected.fields)
        if (kind === 'file')
          expect(Buffer.from(await (form.get(name) as File).arrayBuffer())).toEqual(content);
        else expect(withLineFeeds(form.get(name) as string)).toBe(withLineFeeds(value));
      return;
    }
    case 'text':
      return expect(String(body)).toBe(expected.text.toWellFormed());
    case 'file':
      return expect(body).toEqual(content);
  }
}

/** Browsers send every line break of a form as CR LF (HTML section 4.10.21.8). */
function withLineFeeds(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .map(([name, member]) => [name, sorted(member)] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}
