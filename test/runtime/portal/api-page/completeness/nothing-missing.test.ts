// @module-tag full
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#compiled/json.ts';
import { publicDocuments, readPublicDocument } from '../../../../public-documents.ts';
import { tableOfDocument } from '../../table-of-document.ts';
import {
  crawlReference,
  listMissing,
  readMarkdownPages,
  readPages,
  type ReadReference,
} from './crawl-reference.ts';
import { expectedOfSchema, listOperations } from './expected-parts.ts';

/** The maximum size of a page in bytes, as the README of the store promises. */
const maxBytes = 250_000;

/** The number of operations of a document whose pages are visited, evenly over the document. */
const mostOperations = 60;

/** Visits operations of a document and all schemas that their pages link to; what is missing, by page. */
async function findMissing(document: JsonObject, read: ReadReference): Promise<readonly string[]> {
  const table = tableOfDocument(document);
  const all = listOperations(document);
  const step = Math.max(1, all.length / mostOperations);
  const drawn = Array.from(
    { length: Math.min(all.length, mostOperations) },
    (_, index) => all[Math.floor(index * step)]!,
  );
  const missing: string[] = [];
  const schemas = new Set<string>();
  for (const { method, path, expected } of drawn) {
    const query = new URLSearchParams({ method, path }).toString();
    const shown = await crawlReference(table, `/store/apis/tried/v1/operation?${query}`, read);
    expect(shown.longest).toBeLessThan(maxBytes);
    missing.push(...listMissing(expected, shown).map((what) => `${method} ${path}: ${what}`));
    for (const name of expected.schemaNames) schemas.add(name);
  }
  for (const name of schemas) {
    const expected = expectedOfSchema(document, name);
    if (!expected) continue;
    const shown = await crawlReference(
      table,
      `/store/apis/tried/v1/schemas/${encodeURIComponent(name)}`,
      read,
    );
    expect(shown.longest).toBeLessThan(maxBytes);
    missing.push(...listMissing(expected, shown).map((what) => `${name}: ${what}`));
    for (const inside of expected.schemaNames) schemas.add(inside);
  }
  return missing;
}

describe('nothing of a public document is missing on its pages', () => {
  test.each(publicDocuments)('%s', async (name) => {
    expect(await findMissing(readDocument(name), readPages())).toEqual([]);
  });
});

describe('nothing of a public document is missing in its Markdown', () => {
  test.each(publicDocuments)('%s', async (name) => {
    expect(await findMissing(readDocument(name), readMarkdownPages())).toEqual([]);
  });
});

function readDocument(name: string): JsonObject {
  return JSON.parse(readPublicDocument(name)) as JsonObject;
}
