import { expect, test } from 'vitest';
import type { LifecycleEvent } from '#runtime/ports/notices/lifecycle.ts';
import { StoreError } from '#runtime/ports/token-store.ts';
import { feedEndpoints } from '#runtime/portal/feeds/feed-endpoints.ts';
import type { PortalServices } from '#runtime/portal/visit/portal.ts';
import type { StoreVisit } from '#runtime/portal/visit/store-visit.ts';
import { now, openPublisher, publishedRepository } from '../publisher/publisher-in-test.ts';

const files = {
  ...publishedRepository,
  'gateway.config.yaml': (publishedRepository['gateway.config.yaml'] ?? '').replace(
    'store: {',
    'store: { visibility: public,',
  ),
};

test('the feed about all versions is made once until something happens', async () => {
  let [revision, reads, isAway] = [1, 0, false];
  const event: LifecycleEvent = { api: 'DogPark/v1', state: 'published', at: now };
  const notices: Partial<PortalServices['notices']> = {
    readLifecycleRevision: async () => revision,
    readLifecycle: async () => {
      reads += 1;
      if (isAway) throw new StoreError('a thread does not respond');
      return [{ ...event, at: now + reads * 1000 }];
    },
  };
  const { portal } = await openPublisher({
    files,
    services: { notices: notices as PortalServices['notices'] },
  });
  const read = async (ifNoneMatch = '') => {
    const answer = await feedEndpoints[0]?.answer({ portal, ifNoneMatch } as StoreVisit);
    if (!answer || !('body' in answer)) throw new Error('this is not a feed');
    const { body } = answer;
    if (body !== undefined && typeof body !== 'string') throw new Error('the feed is not a text');
    return { status: answer.status, body, etag: String(answer.headers?.['etag']) };
  };
  const first = await read();
  expect(first.body).toContain('DogPark v1 is published');
  expect(await read()).toEqual(first);
  expect((await read(first.etag)).status).toBe(304);
  expect(reads).toBe(1);

  [revision, isAway] = [2, true];
  await expect(read()).rejects.toThrow(StoreError);
  isAway = false;
  const second = await read(first.etag);
  expect([second.status, second.body === first.body, reads]).toEqual([200, false, 3]);
});
