import { expect, test, vi } from 'vitest';
import type { JsonObject } from '#compiled/json.ts';
import { readOperations } from '#runtime/portal/api-page/api-operations.ts';
import { tableOfDocument } from '../../table-of-document.ts';
import { visit } from '../../visit-in-test.ts';

const page = (at: string) => `/store/apis/tried/v1/operation?${new URLSearchParams({ at }).toString()}`;

const call = { post: { responses: {} }, additionalOperations: { COPY: { responses: {} } } };

/** Each of 100 operations refers to the same callback. */
const document: JsonObject = {
  openapi: '3.2.0',
  info: { title: 'Dogs', version: '1' },
  paths: Object.fromEntries(
    Array.from({ length: 100 }, (_, index) => [
      `/dogs/${index}`,
      {
        post: {
          callbacks: {
            shared: { $ref: '#/components/callbacks/Shared' },
            ...(index === 0 && { own: { '{$url}': call } }),
          },
          responses: {},
        },
      },
    ]),
  ),
  webhooks: { found: call },
  components: { callbacks: { Shared: { '{$url}': call }, Unused: { '{$url}': call } } },
};

test('a callback that many operations share is read once, however often pages of callbacks are opened', async () => {
  const table = tableOfDocument(document);
  const [api] = table.apis.values();
  if (!api) throw new Error('the API is missing');
  const pathItemsIn = vi.spyOn(readOperations(api).document, 'pathItemsIn');
  const answers = await Promise.all(
    [
      '/components/callbacks/Shared/{$url}/post',
      '/components/callbacks/Shared/{$url}/additionalOperations/COPY',
      '/paths/~1dogs~10/post/callbacks/own/{$url}/post',
      '/webhooks/found/post',
      '/components/callbacks/Shared/{$url}/get',
      '/components/callbacks/Unused/{$url}/post',
      '/paths/~1dogs~10/post',
      '',
    ].map((at) => visit(table, page(at))),
  );
  expect(answers.map((answer) => 'status' in answer && answer.status)).toEqual([
    200, 200, 200, 200, 404, 404, 404, 404,
  ]);
  // The webhooks, the shared callback and the other one.
  expect(pathItemsIn).toHaveBeenCalledTimes(3);
});
