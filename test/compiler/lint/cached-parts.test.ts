import { expect, test } from 'vitest';
import type { JsonObject } from '#compiled/json.ts';
import { CachedParts } from '#compiler/lint/cached-parts.ts';

/** A part, and how often its members were listed. */
function watch(part: JsonObject) {
  let count = 0;
  const ownKeys = (target: JsonObject) => {
    count += 1;
    return Reflect.ownKeys(target);
  };
  return { part: new Proxy(part, { ownKeys }), count: () => count };
}

test('an edit reads only the part that it changed, since all others were read when the document was opened', () => {
  const cats = watch({ get: { responses: { '200': { $ref: '#/components/responses/Cats' } } } });
  const responses = { Cats: { description: 'The cats.' } };
  const rest = { openapi: '3.1.0', info: { title: 'Park', version: '1' } };
  const withDogs = (dogs: JsonObject) => ({ ...rest, paths: { '/cats': cats.part, '/dogs': dogs } });
  const opened = new CachedParts({ ...withDogs({ summary: 'Dog' }), components: { responses } });
  const read = cats.count();
  void new CachedParts({ ...withDogs({ summary: 'Dogs' }), components: { responses } }, opened);
  expect([read, cats.count()]).toEqual([1, 1]);
});
