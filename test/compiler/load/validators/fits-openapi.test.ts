// @module-tag full
import SwaggerParser from '@apidevtools/swagger-parser';
import fc from 'fast-check';
import type { OpenAPI } from 'openapi-types';
import { expect, test } from 'vitest';
import type { JsonObject } from '#compiled/json.ts';
import { explainUnfitDocument } from '#compiler/load/definition/structure/explain-unfit-document.ts';
import { errorsByOpenapi, fitsOpenapi } from '#compiler/load/validators/fits-openapi.ts';
import type { OpenapiVersion } from '#openapi/plain-parts.ts';
import { draws, full } from '../../../full-run.ts';
import { publicDocuments, readPublicDocument } from '../../../public-documents.ts';
import { applyChange, changeOf, withInheritedNames } from './document-change.ts';
import { soundDocuments, written, type Document } from './sound-documents.ts';

/** The verdict of swagger-parser, without its own resolving of references. */
async function fitsSwaggerParser(document: Document): Promise<boolean> {
  const validated = SwaggerParser.validate(structuredClone(document) as unknown as OpenAPI.Document, {
    resolve: { external: false },
    dereference: { circular: 'ignore', excludedPathMatcher: () => true },
    validate: { schema: true, spec: false },
  });
  return validated.then(
    () => true,
    (error: unknown) => {
      if (error instanceof Error && 'details' in error) return false;
      throw error;
    },
  );
}

const versions = Object.keys(soundDocuments) as readonly OpenapiVersion[];

test.each(publicDocuments)('the public document %s fits', full, async (name) => {
  const document = JSON.parse(readPublicDocument(name)) as Document;
  const version = 'swagger' in document ? '2.0' : (String(document['openapi']).slice(0, 3) as OpenapiVersion);
  expect(await fitsOpenapi({ ...document, ...written[version] }, version)).toBe(true);
});

test.each(versions)('a sound document of OpenAPI %s fits', async (version) => {
  expect(await fitsOpenapi(soundDocuments[version], version)).toBe(true);
});

test('a document of OpenAPI 2.0 that was changed anywhere fits exactly where swagger-parser has it so', async () => {
  await fc.assert(
    fc.asyncProperty(changeOf(soundDocuments['2.0']), async (one) => {
      const changed = { paths: {}, ...applyChange(soundDocuments['2.0'], one) };
      fc.pre(typeof (changed as { info?: { version?: unknown } }).info?.version !== 'number');
      // swagger-parser calls these.
      fc.pre(!/"(?:toString|valueOf)":/.test(JSON.stringify(changed)));
      expect(await fitsOpenapi(changed, '2.0')).toBe(await fitsSwaggerParser(changed));
    }),
    { numRuns: draws(60) },
  );
});

test.each(['3.0', '3.1', '3.2'] as const)(
  'a document of OpenAPI %s that was changed anywhere has errors exactly where it does not fit',
  async (version) => {
    await fc.assert(
      fc.asyncProperty(changeOf(soundDocuments[version]), async (one) => {
        const changed = applyChange(soundDocuments[version], one);
        const errors = await errorsByOpenapi(changed, version);
        expect(await fitsOpenapi(changed, version)).toBe(errors.length === 0);
      }),
      { numRuns: draws(300) },
    );
  },
);

test.each(versions)(
  'a document of OpenAPI %s is explained whatever the items of a list name',
  async (version) => {
    for (const changed of withInheritedNames(soundDocuments[version])) {
      const errors = await explainUnfitDocument(changed as JsonObject, version);
      expect(await fitsOpenapi(changed, version)).toBe(errors.length === 0);
    }
  },
);
