// @module-tag full
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { check } from '#pipeline.ts';
import { cleanSources, cleanDefinition } from '#compiler/rule/clean-sources.ts';
import { definitionFile } from '#compiler/rule/example-edits.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';
import { draws } from '../../full-run.ts';
import { applyChange, changeOf } from '../load/validators/document-change.ts';
import { soundDocuments, type Document } from '../load/validators/sound-documents.ts';

/** The findings of a document by its text, as `pointer code`, and whether the rest may be compiled. */
async function lintText(text: string): Promise<{ found: readonly string[]; isChecked: boolean }> {
  const { diagnostics, checked } = await check(
    memorySourceTree({ ...cleanSources, [definitionFile]: text }),
    'gateway.config.yaml',
  );
  return {
    found: diagnostics.map(({ at, code }) => `${at.pointer} ${code}`),
    isChecked: checked !== undefined,
  };
}

function edited(...edits: readonly (readonly [string, string])[]): string {
  return edits.reduce((text, [replace, by]) => {
    if (!text.includes(replace)) throw new Error(`The document does not contain ${replace}`);
    return text.replace(replace, by);
  }, cleanDefinition);
}

const dogPage = "schema: { $ref: '#/components/schemas/DogPage' }";
const snakeCase: readonly [string, string] = ['/dogs/{dogId}:', '/Dogs/{dogId}:'];
const breed: readonly [string, string] = ['- name: breed', '- name: dog_breed'];

describe('a document with an error and a violation of a rule has both', () => {
  test.each([
    ['a missing reference', "schema: { $ref: '#/components/schemas/Dogs' }", 'reference-missing'],
    ['a missing file', 'schema: { $ref: missing.yaml }', 'reference-missing'],
    ['a remote reference', 'schema: { $ref: https://example.edu/dog.yaml }', 'reference-remote'],
    ['a faulty schema', 'schema: { required: true }', 'openapi-structure'],
    ['no schema at all', 'schema: []', 'openapi-structure'],
    ['an unknown field', `${dogPage}\n              sample: {}`, 'openapi-structure'],
  ])('%s', async (_title, by, code) => {
    const { found, isChecked } = await lintText(edited([dogPage, by], snakeCase, breed));
    expect(found.map((one) => one.split(' ')[1])).toEqual(['query-camel-case', code, 'path-snake-case']);
    expect(isChecked).toBe(false);
  });
});

test.each([
  ['a version that is a number', 'openapi: 3.0.3', 'openapi: 3.1', 'openapi-version'],
  ['a version without its last part', 'openapi: 3.0.3', "openapi: '3.0'", 'openapi-version'],
  ['no information', /^info:\n(?: .*\n)+/m, '', 'openapi-structure'],
  ['tags of another type', 'summary: Registers a dog.', 'tags: 7', 'openapi-structure'],
])('the rest of a document is checked next to %s', async (_title, replace, by, code) => {
  const text = edited(snakeCase, breed).replace(replace, by);
  const { found, isChecked } = await lintText(text);
  const codes = found.map((one) => one.split(' ')[1]);
  expect(new Set(codes)).toEqual(new Set([code, 'path-snake-case', 'query-camel-case']));
  expect(isChecked).toBe(false);
});

test('what lists tags wrongly still has a path and parameters', async () => {
  const { found } = await lintText(
    edited(['summary: Registers a dog.', 'tags: 7'], ['  /dogs:\n', '  /get_dogs:\n']),
  );
  expect(found.map((one) => one.split(' ')[1])).toEqual(
    expect.arrayContaining(['openapi-structure', 'path-noun']),
  );
});

describe('a security scheme with an error is not missing', () => {
  const declaring = (schemes: string): readonly (readonly [string, string])[] => [
    ['components:\n', `components:\n  securitySchemes: ${schemes}\n`],
    ['paths:\n', 'security: [{ key: [read] }]\npaths:\n'],
  ];
  test.each([
    '{ key: { type: apiKey, name: x } }',
    '{ key: { type: bearer } }',
    '{ key: { type: oauth2, flows: { clientCredentials: { tokenUrl: /token } } } }',
    '{ key: { type: oauth2, flows: 7 } }',
    '{ key: 7 }',
    '7',
  ])('%s', async (schemes) => {
    const { found } = await lintText(edited(...declaring(schemes)));
    expect(found.map((one) => one.split(' ')[1])).toEqual(['openapi-structure']);
  });

  test('but another one is', async () => {
    const { found } = await lintText(edited(...declaring('{ kye: { type: bearer } }')));
    expect(found).toContain('/security/0/key security-scheme-declared');
  });
});

/** The codes of errors in documents themselves, which are not rules. */
const isOfDocument = (found: string): boolean => /(openapi-|reference-(?!kind))/.test(found);

test('a single error in a document without findings causes no finding of a rule', async () => {
  const clean = parse(cleanDefinition) as Document;
  await fc.assert(
    fc.asyncProperty(changeOf(clean), async (change) => {
      const { found } = await lintText(JSON.stringify(applyChange(clean, change)));
      fc.pre(found.some(isOfDocument));
      expect(found.filter((one) => !isOfDocument(one))).toEqual([]);
    }),
    { numRuns: draws(1000) },
  );
}, 120_000);

describe.each(Object.entries(soundDocuments))('a document of OpenAPI %s', (_version, document) => {
  test('with any errors crashes no rule', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(changeOf(document), { minLength: 1, maxLength: 4 }), async (changes) => {
        const { found } = await lintText(JSON.stringify(changes.reduce(tryChange, document)));
        expect(found.filter((one) => one.endsWith('rule-crash'))).toEqual([]);
      }),
      { numRuns: draws(1000) },
    );
    // swagger-parser compiles its schema again for each document of OpenAPI 2.0.
  }, 300_000);
});

/** A change of a place that an earlier one has removed changes nothing. */
function tryChange(document: Document, change: Parameters<typeof applyChange>[1]): Document {
  try {
    return applyChange(document, change);
  } catch {
    return document;
  }
}
