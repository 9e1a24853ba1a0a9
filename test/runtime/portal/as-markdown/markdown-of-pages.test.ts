import markdownIt from 'markdown-it';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#compiled/json.ts';
import { prefersMarkdown } from '#runtime/portal/as-markdown/prefers-markdown.ts';
import { start, writeSources } from '../../../serve/running-gateway.ts';
import { buildTable, defineApi } from '../../table-builder.ts';
import { parkTable } from '../api-page/park-table.ts';
import { tableOfDocument } from '../table-of-document.ts';
import { userInTest, visit, visitMarkdown, visitPage } from '../visit-in-test.ts';

const api = '/store/apis/dog_park/v2';
const endpoints = { production: { targets: ['http://127.0.0.1:9'] } };
const listDogs = '?method=GET&path=%2Fdogs';
const table = parkTable();

const contract: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'Dogs', version: 'v2' },
  paths: { '/dogs': { get: { responses: { 200: { description: 'All.' } } } } },
};

describe('pages with Markdown', () => {
  test.each([
    ['version', `${api}.md`],
    ['operation', `${api}/operation.md${listDogs}`],
    ['operation-with-body', `${api}/operation.md?method=POST&path=%2Fdogs`],
    ['group', `${api}/operations.md?tag=Dogs`],
    ['schema', `${api}/schemas/Dog.md`],
    ['schemas', `${api}/schemas.md`],
    ['changes', `${api}/changes.md`],
    ['catalogue', '/store/index.md'],
    ['error', '/store/errors/rate_limited.md'],
    ['errors', '/store/errors.md'],
    ['owners', '/store/owners.md'],
    ['topics', '/store/topics.md'],
  ])('show the same as in the file %s.txt', async (name, path) => {
    const written = await visitMarkdown(table, path);
    await expect(written).toMatchFileSnapshot(`pages/${name}.txt`);
    expect(await visitMarkdown(table, path, { accept: 'text/markdown' })).toBe(written);
  });

  test('have a title that names the page, for the changes of a first version too', async () => {
    const written = await visitMarkdown(table, '/store/apis/dog_park/v1/changes.md');
    expect(written).toMatch(/^# Changes$/m);
    expect(written).toMatch(/^This is the first version\.$/m);
  });

  test.each([
    ['/store', '/store/index.md'],
    ['/store?q=dogs', '/store/index.md?q=dogs'],
    [api, `${api}.md`],
    [`${api}/operation${listDogs}`, `${api}/operation.md${listDogs}`],
    [`${api}/schemas/Dog`, `${api}/schemas/Dog.md`],
    ['/store/errors/rate_limited', '/store/errors/rate_limited.md'],
    ['/store/errors', '/store/errors.md'],
    ['/store/owners?page=2', '/store/owners.md?page=2'],
    ['/store/topics', '/store/topics.md'],
  ])('name it in their head: %s', async (path, markdown) => {
    const link = markdown.replaceAll('&', '&amp;');
    expect(await visitPage(table, path)).toContain(
      `<link rel="alternate" type="text/markdown" href="${link}" />`,
    );
    expect(await visit(table, path)).toMatchObject({ status: 200, headers: { vary: 'accept' } });
    expect(await visitMarkdown(table, path, { accept: 'text/markdown' })).toBe(
      await visitMarkdown(table, markdown),
    );
  });

  test('do not name it where it would not exist', async () => {
    expect(await visitPage(table, '/store/apis/nothing/v1')).not.toContain('text/markdown');
    expect(await visitPage(table, '/store/guides')).not.toContain('text/markdown');
    expect(await visitPage(table, '/store/signed-out')).not.toContain('text/markdown');
  });

  test('find an exact name before the Markdown of another one', async () => {
    const named: JsonObject = {
      openapi: '3.1.0',
      info: { title: 'Files', version: 'v1' },
      paths: {},
      components: { schemas: { Dog: { title: 'First' }, 'Dog.md': { title: 'Second' } } },
    };
    const files = tableOfDocument(named);
    const schemas = '/store/apis/tried/v1/schemas';
    expect(await visitPage(files, `${schemas}/Dog.md`)).toContain('Second');
    expect(await visitMarkdown(files, `${schemas}/Dog.md.md`)).toContain('Second');
    expect(await visitMarkdown(files, `${schemas}/Dog`, { accept: 'text/markdown' })).toContain('First');
    for (const accept of ['', 'text/markdown'])
      expect(await visit(files, `${schemas}/Cat.md`, { accept })).toMatchObject({ status: 404 });
  });

  test('show it only to who may see the page', async () => {
    const hidden = buildTable({
      gateway: { store: { visibility: 'public' }, storeUrl: 'https://store.example.edu' },
      apis: [
        defineApi({
          endpoints,
          version: 'v2',
          visibility: 'owners',
          owner: 'alice',
          operations: ['GET /dogs'],
          contract,
        }),
      ],
      applications: [],
      subscriptions: [],
    });
    const paths = [`${api}.md`, `${api}/operation.md${listDogs}`, `${api}/schemas.md`, `${api}/changes.md`];
    for (const path of paths) {
      expect(await visit(hidden, path)).toMatchObject({ status: 404 });
      expect(await visit(hidden, path, { user: userInTest('bob') })).toMatchObject({ status: 404 });
      expect(await visit(hidden, path, { user: userInTest('alice') })).toMatchObject({ status: 200 });
    }
    const overview = async (name: string) => {
      const answer = await visit(hidden, '/store/llms.txt', { user: userInTest(name) });
      return 'body' in answer && typeof answer.body === 'string' ? answer.body : '';
    };
    expect(await overview('bob')).not.toContain('dog_park');
    expect(await overview('alice')).toContain(`${api}.md`);
  });
});

test.each([
  ['', false],
  ['*/*', false],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', false],
  ['text/markdown', true],
  ['text/markdown, text/html, */*', true],
  ['TEXT/Markdown;q=0.5, text/html;q=0.4', true],
  ['text/markdown;q=0.5, text/html', false],
  ['text/markdown;q=0', false],
  ['text/markdown;q=x', true],
])('a client that accepts %s receives Markdown: %s', (accept, expected) => {
  expect(prefersMarkdown(accept)).toBe(expected);
});

const attack = `"'><script>alert(1)</script><img src=x onerror=alert(1)>\`\`\`\`[a](javascript:alert(1))\n# x\n\n~~~\n- | y`;

/** A document with one text at every place of an operation that has one. */
function documentOf(text: string): JsonObject {
  const schema = {
    type: 'object',
    description: text,
    properties: { [text]: { type: 'string', description: text, enum: [text], default: text, pattern: text } },
  };
  const content = {
    'application/json': { schema, example: { [text]: text } },
    'text/plain': { example: text },
  };
  return {
    openapi: '3.1.0',
    info: { title: text, version: 'v1', description: text },
    paths: {
      '/it': {
        post: {
          summary: text,
          description: text,
          tags: [text],
          parameters: [{ name: text, in: 'query', description: text, schema }],
          requestBody: { description: text, content },
          responses: { 200: { description: text, content } },
        },
      },
    },
    components: { schemas: { [text]: schema } },
  };
}

const paths = ['/store/index.md', '/store/apis/tried/v1.md', '/store/apis/tried/v1/schemas.md'];
const operation = '/store/apis/tried/v1/operation.md?method=POST&path=%2Fit';

describe('the Markdown of a hostile document', () => {
  /** Passes HTML through, as careless readers of Markdown do. */
  const parser = markdownIt('default', { html: true, linkify: false });

  test('has no markup, no headings and no links of the document', async () => {
    const hostile = tableOfDocument(documentOf(attack), { description: attack, tags: [attack] });
    for (const path of [...paths, operation]) {
      const tokens = parser.parse(await visitMarkdown(hostile, path), {});
      const all = tokens.flatMap((token) => [token, ...(token.children ?? [])]);
      expect(all.filter(({ type }) => type.startsWith('html'))).toEqual([]);
      const links = all.flatMap((token) => token.attrGet('href') ?? []);
      expect(links.filter((href) => !String(href).startsWith('https://store.example.edu/store'))).toEqual([]);
      // Headings of descriptions stay below those of the page.
      const headings = tokens.filter(({ type, tag }) => type === 'heading_open' && tag === 'h1');
      expect(headings).toHaveLength(1);
    }
  });

  test.each([
    ['long texts', 'long '.repeat(200_000)],
    ['marks of Markdown', '*'.repeat(500_000)],
    ['many lines', 'a\n'.repeat(200_000)],
    ['backticks', '`'.repeat(500_000)],
  ])('is of limited size with %s', async (_what, text) => {
    const large = tableOfDocument(documentOf(text));
    for (const path of [...paths, operation])
      expect((await visitMarkdown(large, path)).length).toBeLessThan(501_000);
  });
});

describe('the overview for programs', () => {
  const overviewOf = async (count: number) => {
    const apis = Array.from({ length: count }, (_, index) =>
      defineApi({ endpoints, name: `Park${index}`, context: `park_${index}`, operations: ['GET /dogs'] }),
    );
    const guides = [{ name: 'start', title: 'Start [here]', text: '# Start [here]' }];
    const all = buildTable({
      gateway: { store: { visibility: 'public', guides }, storeUrl: 'https://store.example.edu' },
      apis,
      applications: [],
      subscriptions: [],
    });
    const answer = await visit(all, '/store/llms.txt');
    if (!('type' in answer) || typeof answer.body !== 'string') throw new Error('there is no overview');
    expect(answer.type).toBe('text/plain; charset=utf-8');
    return answer.body;
  };

  test('lists the guides and the versions with their Markdown', async () => {
    const text = await overviewOf(2);
    expect(text.split('\n').slice(0, 3)).toEqual(['# Tests', '', '> The APIs of Tests.']);
    expect(text).toContain('- [Start \\[here\\]](https://store.example.edu/store/guides/start.md)');
    expect(text).toMatch(/^- \[.*\]\(https:\/\/store\.example\.edu\/store\/apis\/park_1\/v1\.md\)/m);
  });

  test('leads to guides, with their texts, whatever a client accepts', async () => {
    const text = '# Start\n\nWith `curl`.';
    const guides = [{ name: 'start', title: 'Start', text }];
    const withGuides = buildTable({
      gateway: { store: { visibility: 'public', guides }, storeUrl: 'https://store.example.edu' },
      apis: [defineApi({ endpoints, version: 'v2', operations: ['GET /dogs'], guides })],
      applications: [],
      subscriptions: [],
    });
    const markdown = { accept: 'text/markdown' };
    for (const path of [`${api}/guides/start`, '/store/guides/start']) {
      expect(await visitMarkdown(withGuides, path, markdown)).toBe(text);
      for (const options of [{}, markdown])
        expect(await visitMarkdown(withGuides, `${path}.md`, options)).toBe(text);
    }
    expect(await visitMarkdown(withGuides, '/store/guides.md')).toContain(
      '- [Start](https://store.example.edu/store/guides/start.md)',
    );
    for (const path of ['/store/guides/none.md', '/store/guides/none'])
      expect(await visit(withGuides, path, markdown)).toMatchObject({ status: 404 });
  });

  test('lets calls run while it is made', async () => {
    const description = 'With *words*. '.repeat(100);
    const apis = Array.from({ length: 100 }, (_, index) =>
      defineApi({ endpoints, name: `Park${index}`, context: `park_${index}`, description }),
    );
    const gateway = { store: { visibility: 'public' }, storeUrl: 'https://store.example.edu' } as const;
    const all = buildTable({ gateway, apis, applications: [], subscriptions: [] });
    const first = visit(all, '/store/llms.txt');
    let turns = 0;
    const count = () => {
      turns += 1;
      if (turns < 4) setImmediate(count);
    };
    setImmediate(count);
    await first;
    expect(turns).toBe(4);
  });

  test('ends with the number of versions that it leaves out', async () => {
    const text = await overviewOf(503);
    expect(text.match(/\/store\/apis\/park_/g)).toHaveLength(500);
    expect(text).toContain('… and 3 more versions, in the catalogue.');
  });
});

test('a running store sends Markdown to programs, and pages to browsers', async () => {
  const { root, write } = await writeSources();
  await write('gateway.config.yaml', (text) => `${text}\nstore: {}\n`);
  const { gatewayUrl } = await start({ root, plainHttp: true });
  const read = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await fetch(`${gatewayUrl}/store${path}`, { headers, redirect: 'manual' });
    return { status: answer.status, type: answer.headers.get('content-type'), body: await answer.text() };
  };
  const markdown = { status: 200, type: 'text/markdown; charset=utf-8' };
  for (const path of ['/index.md', '/apis/dog_park/v1.md', '/apis/dog_park/v1/changes.md'])
    expect(await read(path)).toMatchObject({
      ...markdown,
      body: expect.stringMatching(/^(# |\[)/) as string,
    });
  expect(await read('/apis/dog_park/v1', { accept: 'text/markdown' })).toMatchObject(markdown);
  expect(await read('/apis/dog_park/v1', { accept: 'text/html' })).toMatchObject({
    type: 'text/html; charset=utf-8',
  });
  expect(await read('/llms.txt')).toMatchObject({ status: 200, type: 'text/plain; charset=utf-8' });
  // A script of an API on the same origin must not read what a person may see.
  const script = { 'sec-fetch-dest': 'empty' };
  for (const path of ['/index.md', '/llms.txt', '/apis/dog_park/v1.md'])
    expect(await read(path, script)).toMatchObject({ status: 403 });
});
