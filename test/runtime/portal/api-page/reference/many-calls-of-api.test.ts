import { expect, test } from 'vitest';
import type { JsonObject } from '#compiled/json.ts';
import { texts } from '#runtime/portal/texts/texts.ts';
import { pageText } from '../../page-text.ts';
import { tableOfDocument } from '../../table-of-document.ts';
import { visitPage } from '../../visit-in-test.ts';

const calls = Object.fromEntries(
  Array.from({ length: 500 }, (_, index) => [`dog${index}`, { post: { responses: {} } }]),
);

const document: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'Dogs', version: '1' },
  paths: { '/dogs': { get: { callbacks: { found: calls }, responses: {} } } },
  webhooks: calls,
};

test.each(['', '/operation?method=GET&path=/dogs'])(
  'a list of calls that is cut says how many are left: %s',
  async (path) => {
    const text = pageText(await visitPage(tableOfDocument(document), `/store/apis/tried/v1${path}`));
    const shown = text.match(/POST .*dog\d+/g)?.length ?? 0;
    expect(shown).toBeGreaterThan(50);
    expect(text).toContain(texts.apiPage.moreInDocument(500 - shown));
  },
);
