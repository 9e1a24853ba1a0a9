import { XmlDocument } from 'libxml2-wasm';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#compiled/json.ts';
import { html } from '#runtime/pages/html.ts';
import { tableOfDocument } from '../../table-of-document.ts';
import {
  crawlReference,
  listMissing,
  readMarkdownPages,
  readPages,
  type ReadReference,
} from './crawl-reference.ts';
import { expectedOfSchema, listOperations } from './expected-parts.ts';

/** Each fact of this document is at one place, so that a page without it does not have it elsewhere. */
const contract: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'Facts', version: 'v1' },
  paths: {
    '/dogs': {
      post: {
        parameters: [
          {
            name: 'colour',
            in: 'query',
            schema: { type: 'string', enum: ['grey', 'tan'], default: 'brindle', examples: ['merle'] },
          },
          { name: 'X-Trace', in: 'header', schema: { type: 'string', const: 'on' } },
        ],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: {
                  weight: { type: 'number', default: 12.5 },
                  owner: { $ref: '#/components/schemas/Owner' },
                },
              },
              examples: { heavy: { value: { weight: 41 } }, light: { value: { weight: 7 } } },
            },
          },
        },
        responses: {
          201: {
            description: 'Added.',
            headers: { 'X-Place': { schema: { type: 'string', enum: ['kennel'] } } },
            content: {
              'application/hal+json': { schema: { type: 'object', properties: { id: { type: 'string' } } } },
            },
          },
          409: { description: 'Known.', content: { 'text/plain': { example: 'There is such a dog.' } } },
          default: { description: 'Failed.' },
        },
      },
    },
  },
  components: {
    schemas: { Owner: { type: 'object', properties: { name: { type: 'string', example: 'Ada' } } } },
  },
};

const table = tableOfDocument(contract);
const [operation] = listOperations(contract);
if (!operation) throw new Error('the document has no operation');
const { expected } = operation;
const schema = expectedOfSchema(contract, 'Owner');
if (!schema) throw new Error('the document has no schema');

const start = `/store/apis/tried/v1/operation?${new URLSearchParams({ method: 'POST', path: '/dogs' }).toString()}`;
const startOfSchema = '/store/apis/tried/v1/schemas/Owner';

async function missingOf(read: ReadReference): Promise<readonly string[]> {
  return listMissing(expected, await crawlReference(table, start, read));
}

/** A page without the code that shows a text. */
function withoutCode(page: string, text: string): string {
  return page.replaceAll(`<code>${String(html`${text}`)}</code>`, '');
}

/** Markdown without the code that shows a text, in a line or in a block. */
function withoutMarkdownCode(page: string, text: string): string {
  const lines = text.split('\n').map((line) => ` *${line.replaceAll(/[^\w ]/g, String.raw`\$&`)}`);
  return page
    .replaceAll(`\`${text}\``, '')
    .replaceAll(new RegExp(` *\`\`\`\\n${lines.join('\\n')}\\n *\`\`\``, 'g'), '');
}

/** A page without the elements that an XPath selects; fails if there is none. */
function withoutElements(page: string, path: string): string {
  using document = XmlDocument.fromString(page.slice(page.indexOf('<html')));
  const found = document.find(path);
  expect(found.length).toBeGreaterThan(0);
  for (const element of found) element.remove();
  return document.toString({ format: false });
}

const readers = [
  ['pages', readPages, withoutCode],
  ['Markdown', readMarkdownPages, withoutMarkdownCode],
] as const;

describe.each(readers)('the comparison of %s with documents', (_name, read, without) => {
  test('finds nothing missing if nothing is', async () => {
    expect(await missingOf(read())).toEqual([]);
    expect(listMissing(schema, await crawlReference(table, startOfSchema, read()))).toEqual([]);
  });

  test.each([...expected.texts])('reports the omitted name %s', async (text) => {
    expect(await missingOf(read((page) => without(page, text)))).toEqual([`name ${text}`]);
  });

  test.each([...expected.values].map((value) => [JSON.stringify(value), value]))(
    'reports the omitted value %s',
    async (json, value) => {
      const writings = [
        json,
        JSON.stringify(value, undefined, 2),
        ...(typeof value === 'string' ? [value] : []),
      ];
      const change = (page: string) => writings.reduce(without, page);
      expect(await missingOf(read(change))).toEqual([`value ${json}`]);
    },
  );

  test('reports a schema that nothing links to', async () => {
    const change = (page: string) => page.replaceAll('/schemas/Owner', '/schemas');
    expect(await missingOf(read(change))).toEqual(['schema Owner']);
  });

  test('reports what the page of a schema omits', async () => {
    const change = (page: string) => without(without(page, 'name'), '"Ada"');
    const shown = await crawlReference(table, startOfSchema, read(change));
    expect(listMissing(schema, shown)).toEqual(['name name', 'value "Ada"']);
  });
});

describe('the comparison of pages with documents', () => {
  test.each([
    [
      'the row of a parameter',
      '//div[@id="parameter-query-colour"]',
      ['name colour', 'value "grey"', 'value "tan"', 'value "merle"', 'value "brindle"'],
    ],
    [
      'a list of values',
      '//div[@id="parameter-query-colour"]/p[contains(., "One of")]',
      ['value "grey"', 'value "tan"'],
    ],
    [
      'a status',
      '//details[@id="status-409"]',
      ['name 409', 'name text/plain', 'value "There is such a dog."'],
    ],
    ['a header', '//div[contains(@id, "header-X-Place")]', ['name X-Place']],
    ['an example', '//pre[contains(., "41")]', ['value {"weight":41}']],
    ['a field of the body', '//div[@id="body.weight"]', ['name weight', 'value 12.5']],
  ])('reports all facts of an omitted part: %s', async (_part, path, facts) => {
    const found = await missingOf(readPages((page) => withoutElements(page, path)));
    expect(found).toEqual(facts);
  });
});
