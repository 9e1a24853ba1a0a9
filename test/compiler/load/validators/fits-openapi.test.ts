import SwaggerParser from '@apidevtools/swagger-parser';
import fc from 'fast-check';
import type { OpenAPI } from 'openapi-types';
import { describe, expect, test } from 'vitest';
import type { CheckedVersion } from '../../../../src/compiler/load/validators/ajv-for-openapi.ts';
import { fitsOpenapi } from '../../../../src/compiler/load/validators/fits-openapi.ts';
import { draws } from '../../../full-run.ts';
import { publicDocuments, readPublicDocument } from '../../../public-documents.ts';
import { applyChange, changeOf } from './document-change.ts';
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

describe('a public document', () => {
  test.each(publicDocuments)('%s fits, as swagger-parser has it', async (name) => {
    const document = JSON.parse(readPublicDocument(name)) as Document;
    const version =
      'swagger' in document ? '2.0' : (String(document['openapi']).slice(0, 3) as CheckedVersion);
    const known = { ...document, ...written[version] };
    expect(await fitsOpenapi(known, version)).toBe(true);
    expect(await fitsSwaggerParser(known)).toBe(true);
  });
});

describe.each(Object.keys(soundDocuments) as readonly CheckedVersion[])(
  'a document of OpenAPI %s',
  (version) => {
    const document = soundDocuments[version];
    test('that is sound fits', async () => {
      expect(await fitsOpenapi(document, version)).toBe(true);
    });

    test('that was changed anywhere fits exactly where swagger-parser has it so', async () => {
      await fc.assert(
        fc.asyncProperty(changeOf(document), async (one) => {
          const changed = { paths: {}, ...applyChange(document, one) };
          fc.pre(typeof (changed as { info?: { version?: unknown } }).info?.version !== 'number');
          expect(await fitsOpenapi(changed, version)).toBe(await fitsSwaggerParser(changed));
        }),
        { numRuns: draws(60) },
      );
    });
  },
);
