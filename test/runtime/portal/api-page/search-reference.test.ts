import { expect, test, vi } from 'vitest';
import type { JsonObject } from '#compiled/json.ts';
import { tableOfDocument } from '../table-of-document.ts';
import { visitPage } from '../visit-in-test.ts';

const document: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'Dogs', version: '1' },
  paths: {
    '/dogs/{dogId}': {
      get: { operationId: 'findDog', tags: ['Dogs', 'Café'], responses: {} },
      put: { summary: 'Registers a dog', responses: {} },
    },
    '/cats': { get: { responses: {} } },
  },
  components: { schemas: { DogOwner: {}, Cat: {} } },
};

test('a search folds only the query again', async () => {
  const table = tableOfDocument(document);
  const search = async (query: string) => {
    const path = `/store/apis/tried/v1?${new URLSearchParams({ q: query }).toString()}`;
    const page = await visitPage(table, path);
    const [, results = ''] = /role="status">.*?<ul[^>]*>(.*?)<\/ul>/s.exec(page) ?? [];
    return [...results.matchAll(/href="[^"]*?\/v1\/([^"]*)"/g)].map(([, found]) => found);
  };
  const normalize = vi.spyOn(String.prototype, 'normalize');
  const first = await search('dog');
  const counted = normalize.mock.calls.length;
  const others = [await search('CAFE find'), await search('owner'), await search('register cat')];
  const again = normalize.mock.calls.length - counted;
  vi.restoreAllMocks();
  const get = 'operation?method=GET&amp;path=%2Fdogs%2F%7BdogId%7D';
  const put = 'operation?method=PUT&amp;path=%2Fdogs%2F%7BdogId%7D';
  const owner = 'schemas/DogOwner';
  expect([first, ...others]).toEqual([[put, get, owner], [get], [owner], []]);
  // One text for each of these three searches.
  expect(again).toBe(3);
});
