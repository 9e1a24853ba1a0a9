import { describe, expect, test } from 'vitest';
import type { Proposal } from '#runtime/ports/proposals.ts';
import { StoreError } from '#runtime/ports/token-store.ts';
import { noticeEndpoints } from '#runtime/portal/notices/notice-endpoints.ts';
import type { PortalServices } from '#runtime/portal/visit/portal.ts';
import type { StoreVisit } from '#runtime/portal/visit/store-visit.ts';
import { openPublisher, publishedRepository, userOf } from '../publisher/publisher-in-test.ts';

const files = {
  ...publishedRepository,
  'gateway.config.yaml': (publishedRepository['gateway.config.yaml'] ?? '').replace(
    'store: {',
    'store: { proposals: { remote: https://git.example.edu/apis.git },',
  ),
};

/** A proposal whose title is as long as markup as a title may be. */
function decided(index: number): Proposal {
  const title = `${String(index).padStart(3)} ${'"'.repeat(300)}`;
  const name = '"'.repeat(300);
  return {
    branch: `proposals/grace/${index}`,
    commit: String(index).padStart(40, '0'),
    title,
    person: { id: 'grace', name: 'Grace' },
    subject: { aspect: 'subscription', application: name, api: name },
    apis: [],
    proposedAt: index,
    state: 'merged',
  };
}

async function open(services: Partial<PortalServices>) {
  const { portal } = await openPublisher({ files, services });
  const [endpoint] = noticeEndpoints;
  return async (notices: string | undefined) => {
    const visit: Partial<StoreVisit> = {
      portal,
      user: userOf({ emails: ['ada@example.edu'] }),
      csrf: 'token',
      cookies: notices === undefined ? {} : { notices },
    };
    const answer = await endpoint?.answer(visit as StoreVisit);
    if (!answer || !('page' in answer)) throw new Error('the endpoint has no page');
    const main = String(answer.page.main);
    return {
      main,
      cookie: answer.cookies?.notices,
      rows: main.match(/Merged:/g)?.length ?? 0,
      isNew: main.match(/>New</g)?.length ?? 0,
    };
  };
}

describe('the page of notices', () => {
  test('marks what had no room as new when it is shown later', async () => {
    let proposals = Array.from({ length: 100 }, (_, index) => decided(index));
    const visit = await open({
      proposals: { list: async () => proposals } as Partial<PortalServices['proposals']> as never,
      notices: { readLifecycle: async () => [] } as Partial<PortalServices['notices']> as never,
    });
    const first = await visit('-');
    expect(first.rows).toBeGreaterThan(0);
    expect(first.rows).toBeLessThan(100);
    expect(first.isNew).toBe(first.rows);
    expect(first.cookie).toHaveLength(4 * first.rows);
    // Rows without the mark leave room for more, which are new then.
    const second = await visit(first.cookie);
    expect(second.isNew).toBe(second.rows - first.rows);
    proposals = proposals.slice(0, 100 - first.rows);
    const later = await visit(first.cookie);
    expect([later.rows > 0, later.isNew]).toEqual([true, later.rows]);
  });

  test('says that a part is missing if another thread cannot say what changed', async () => {
    const services = {
      proposals: { list: async () => [decided(1)] } as Partial<PortalServices['proposals']> as never,
      notices: {
        readLifecycle: () => Promise.reject(new StoreError('a thread does not respond')),
      } as Partial<PortalServices['notices']> as never,
    };
    const visit = await open(services);
    const { main, rows } = await visit('-');
    expect([rows, main.includes('class="notice"')]).toEqual([1, true]);
  });
});
