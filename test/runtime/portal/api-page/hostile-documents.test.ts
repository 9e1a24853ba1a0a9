import { XmlDocument } from 'libxml2-wasm';
import { describe, expect, test } from 'vitest';
import type { Compiled } from '#compiled/compiled.ts';
import type { Json, JsonObject } from '#compiled/json.ts';
import { fitsOpenapi } from '#compiler/load/validators/fits-openapi.ts';
import type { OperationNode } from '#openapi/model.ts';
import { openDocument } from '#openapi/open-document.ts';
import { full } from '../../../full-run.ts';
import { publicDocuments, readPublicDocument } from '../../../public-documents.ts';
import { tableOfDocument } from '../table-of-document.ts';
import { visit, visitPage } from '../visit-in-test.ts';

const attack = `"'><script>alert(1)</script><img src=x onerror=alert(1)>\`[a](javascript:alert(1))\n# x`;

/** The pointer of a schema inside of a named one. */
const inside = `/components/schemas/${attack.replaceAll('/', '~1')}/properties/pattern`;

/** A document with one text at every place that has one. */
function documentOf(text: string): JsonObject {
  const schema: JsonObject = {
    type: 'object',
    required: [text],
    description: text,
    properties: {
      [text]: { type: 'string', description: text, enum: [text], default: text, example: text },
      pattern: { type: 'string', pattern: text, format: text },
    },
  };
  const named = { $ref: `#/components/schemas/${escapePointer(text)}` };
  const content = { [`application/json;a=${text}`]: { schema, example: { [text]: text } } };
  const links = { [text]: { operationId: text, description: text, parameters: { [text]: text } } };
  const headers = { [text]: { description: text, deprecated: true, schema: { allOf: [schema, named] } } };
  const response = { description: text, content, headers, links };
  const called = {
    post: {
      operationId: `${text} called`,
      summary: text,
      description: text,
      requestBody: { description: text, content: { [text]: { schema: named } } },
      responses: { [text]: response },
    },
  };
  return {
    openapi: '3.1.0',
    info: { title: text, version: text, description: text },
    tags: [{ name: text, description: text }],
    paths: {
      [`/${text}/{id}`]: {
        post: {
          operationId: text,
          tags: [text],
          summary: text,
          description: text,
          deprecated: true,
          parameters: ['path', 'query', 'header', 'cookie'].map((location) => ({
            name: location === 'path' ? 'id' : text,
            in: location,
            required: true,
            deprecated: true,
            description: text,
            schema: { type: 'string', example: text },
          })),
          requestBody: { required: true, description: text, content },
          responses: { [text]: response, 200: response },
          callbacks: { [text]: { [`{$request.body#/${text}}`]: called } },
          security: [{ login: [text], key: [] }],
        },
      },
    },
    webhooks: { [text]: called },
    components: {
      securitySchemes: {
        login: { type: 'openIdConnect', openIdConnectUrl: text },
        key: { type: 'apiKey', in: 'header', name: text, description: text },
      },
      schemas: {
        [text]: { ...schema, title: text, discriminator: { propertyName: text, mapping: { [text]: text } } },
        Uses: { allOf: [named, { properties: { [text]: { ...named, description: text } } }], not: named },
      },
    },
  };
}

function escapePointer(text: string): string {
  return encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'));
}

/** Every page about a version: its own, those of tags, and those of operations. */
async function visitAll(table: Compiled): Promise<ReadonlyMap<string, string>> {
  const [api] = table.apis.values();
  const main = await visitPage(table, '/store/apis/tried/v1');
  const paths = new Set([
    ...(api?.operations ?? []).map((operation) => pathOf(operation)),
    ...(api?.operations ?? []).flatMap(({ method, path }) => {
      const { tags } = openDocument(api?.contract ?? {}).operation(method, path) ?? { tags: [] };
      return tags.map((tag) => `/store/apis/tried/v1/operations?${new URLSearchParams({ tag }).toString()}`);
    }),
  ]);
  const pages = new Map([['', main]]);
  for (const path of paths) pages.set(path, await visitPage(table, path));
  return pages;
}

/** The pages at `paths`, and those about operations and schemas that they link to, up to `most`. */
async function visitLinked(
  table: Compiled,
  paths: readonly string[],
  most: number,
): Promise<ReadonlyMap<string, string>> {
  const pages = new Map<string, string>();
  const waiting = new Set(paths);
  for (const path of waiting) {
    if (pages.size === most) break;
    const page = await visitPage(table, path);
    pages.set(path, page);
    for (const link of linksOf(page)) waiting.add(link);
  }
  return pages;
}

/** The path of the page of an operation, or of a part of it. */
function pathOf(
  { method, path }: { readonly method: string; readonly path: string },
  part: Readonly<Record<string, string>> = {},
): string {
  return `/store/apis/tried/v1/operation?${new URLSearchParams({ method, path, ...part }).toString()}`;
}

const schemasPath = '/store/apis/tried/v1/schemas';

/** The addresses of pages about operations and schemas that a page links to. */
function linksOf(page: string): readonly string[] {
  using document = XmlDocument.fromString(page.slice(page.indexOf('<html')));
  const links = document.find('//a/@href').map(({ content }) => content.replace(/#.*/s, ''));
  return links.filter((link) => /^\/store\/apis\/tried\/v1\/(operation\?|schemas)/.test(link));
}

/** The parts of an operation that have a page of their own. */
function partsOf({ parameters, responses }: OperationNode): readonly Readonly<Record<string, string>>[] {
  return [
    ...['description', 'parameters', 'body', 'responses'].map((part) => ({ part })),
    ...parameters.map(({ name, location }) => ({ part: 'parameter', name, in: location })),
    ...responses.map(({ status }) => ({ part: 'response', name: status })),
  ];
}

/** In bytes. Pages about operations are longer, since they show everything of them that has room. */
const maxBytes = 100_000;
const maxReferenceBytes = 250_000;

/** The page is well-formed, of limited size, and has only our scripts, no handlers, and links to pages and mail. */
function expectOurs(page: string, address = ''): void {
  const isReference = /\/(operation\?|schemas)/.test(address);
  expect(Buffer.byteLength(page)).toBeLessThan(isReference ? maxReferenceBytes : maxBytes);
  using document = XmlDocument.fromString(page.slice(page.indexOf('<html')));
  const values = (path: string) => document.find(path).map(({ content }) => content);
  expect(values('//script/@src').filter((source) => !source.startsWith('/store/assets/'))).toEqual([]);
  expect(
    values(
      '//script[not(@src)] | //main//img | //style | //iframe | //@style | //@*[starts-with(name(), "on")]',
    ),
  ).toEqual([]);
  expect(
    values('//@href').filter(
      (target) =>
        !/^(\/store|\?language=[a-z]+#\w+$|\?method=[A-Z]+&path=[\w%.*+-]*&language=[a-z]+#sample$|#[\w.[\]-]+$|https?:|mailto:)/.test(
          target,
        ),
    ),
  ).toEqual([]);
}

describe('a document with markup in every text', () => {
  const table = tableOfDocument(documentOf(attack), { description: attack, tags: [attack] });

  test('runs nowhere', async () => {
    for (const [path, page] of await visitAll(table)) expectOurs(page, path);
  });

  test('runs nowhere on the pages of parts, of schemas, and of calls by the API', async () => {
    const parts = openDocument(documentOf(attack)).operations.flatMap((operation) => {
      const { method, path } = operation;
      return partsOf(operation).map((part) => pathOf({ method, path: path.template }, part));
    });
    const inner = `${schemasPath}?${new URLSearchParams({ at: inside }).toString()}`;
    const pages = await visitLinked(table, ['/store/apis/tried/v1', schemasPath, inner, ...parts], 100);
    for (const [path, page] of pages) expectOurs(page, path);
    expect(pages.size).toBeLessThan(100);
    const addresses = [...pages.keys()].join('\n');
    for (const kind of [/\/schemas$/m, /\/schemas\/./, /\/schemas\?at=/, /&part=response&/, /operation\?at=/])
      expect(addresses).toMatch(kind);
    expect(addresses.match(/\boperation\?at=/g)?.length).toBeGreaterThan(1);
  });

  test('has samples that are text', async () => {
    const [, ...pages] = [...(await visitAll(table)).values()];
    expect(pages.join('')).toContain('&lt;script&gt;alert(1)');
  });
});

describe('a document that is too large', () => {
  test.each([
    ['in every text', documentOf('long '.repeat(200_000))],
    ['of quotes in every text', documentOf('"'.repeat(1_000_000))],
    ['by its operations', wide(3000, 1)],
    ['by the tags of its operations', wide(3000, 3000)],
    ['by its parameters', { ...withParameters(3000) }],
    [
      'by its members',
      withBody({
        type: 'object',
        properties: members(3000, { type: 'string', description: 'x'.repeat(500) }),
      }),
    ],
    ['by the depth of its schemas', withBody(nest(800))],
    ['by schemas inside of themselves', withBody({ $ref: '#/components/schemas/It' }, 30)],
  ])('%s has pages of limited size', async (_, document) => {
    const table = tableOfDocument(document);
    const [api] = table.apis.values();
    const few = {
      ...table,
      apis: new Map(
        [...table.apis].map(([digest, part]) => [
          digest,
          { ...part, operations: part.operations.slice(0, 5) },
        ]),
      ),
    };
    expectOurs(await visitPage(table, '/store/apis/tried/v1'));
    expect(api?.operations.length).toBeGreaterThan(0);
    for (const [path, page] of await visitAll(few)) expectOurs(page, path);
    for (const [path, page] of await visitLinked(few, [schemasPath], 5)) expectOurs(page, path);
  });
});

function wide(operations: number, tags: number): JsonObject {
  const paths = Object.fromEntries(
    Array.from({ length: operations }, (_, index) => [
      `/path${index}/${'x'.repeat(100)}`,
      { get: { tags: [`tag ${index % tags} ${'y'.repeat(300)}`], summary: 'z'.repeat(300), responses: {} } },
    ]),
  );
  return { openapi: '3.0.0', info: { title: 'Wide', version: '1' }, paths };
}

function withParameters(count: number): JsonObject {
  const parameters = Array.from({ length: count }, (_, index) => ({
    name: `parameter${index}`,
    in: 'query',
    required: true,
    description: '**x** '.repeat(300),
    schema: { type: 'string' },
  }));
  return {
    openapi: '3.0.0',
    info: { title: 'Many', version: '1' },
    paths: { '/': { get: { parameters, responses: {} } } },
  };
}

function withBody(schema: JsonObject, count = 0): JsonObject {
  const content = { 'application/json': { schema } };
  const post = { requestBody: { content }, responses: { 200: { description: '', content } } };
  const It = {
    type: 'object',
    required: Object.keys(members(count, {})),
    properties: members(count, { $ref: '#/components/schemas/It' }),
  };
  return {
    openapi: '3.0.0',
    info: { title: 'Body', version: '1' },
    paths: { '/': { post } },
    components: { schemas: { It } },
  };
}

function members(count: number, schema: JsonObject): JsonObject {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`member${index}`, schema]));
}

function nest(depth: number): JsonObject {
  let schema: JsonObject = { type: 'string' };
  for (let level = 0; level < depth; level += 1)
    schema = { type: 'object', required: ['a'], properties: { a: schema } };
  return schema;
}

describe('every page of a public document is ours', () => {
  test.each(publicDocuments)('%s', full, async (name) => {
    const document = JSON.parse(readPublicDocument(name)) as JsonObject;
    const table = tableOfDocument(document);
    for (const [path, page] of await visitAll(table)) expectOurs(page, path);
    const answer = await visit(table, '/store/apis/tried/v1/openapi.json');
    if (!('body' in answer)) throw new Error('the document was not sent');
    const published = (await new Response(answer.body as ReadableStream).json()) as Json;
    const { version } = openDocument(document);
    if (version !== '3.2') expect(await fitsOpenapi(published as JsonObject, version)).toBe(true);
  });
});
