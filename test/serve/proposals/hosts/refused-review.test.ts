// @module-tag full
import { describe, expect, test } from 'vitest';
import { git } from '../../../platform/git-in-test.ts';
import { ada, subscribe } from '../engine-in-test.ts';
import { openHostInTest, token } from './host-in-test.ts';

const branch = 'proposals/ada/subscription-KennelSync-DogPark-v1';

describe.each(['github', 'gitea'] as const)('a proposal that %s has taken stays', (host) => {
  test.each([
    [401, { problem: 'token_refused', status: 401 }],
    [403, { problem: 'token_refused', status: 403 }],
    [404, { problem: 'request_refused', status: 404 }],
    // A redirect would send the token to another host.
    [307, { problem: 'request_refused', status: 307 }],
  ] as const)('where its API answers %i', async (status, reviewProblem) => {
    const { asked, bare, first, open, settings, url } = await openHostInTest(host, () => ({
      status,
      body: { message: `not with ${token}` },
    }));
    const engine = await open({ settings, token });
    const result = await engine.propose(subscribe, ada, first);
    expect(result).toEqual({
      delivery: 'branch',
      branch,
      commit: await git(bare, 'rev-parse', branch),
      link: { kind: 'compare', url: `${url}/parks/apis/compare/main...${branch}?expand=1` },
      reviewProblem,
      approvers: 'nobody',
    });
    expect(asked.every((one) => one.authorization?.includes(token) === true)).toBe(true);
  });

  test('where its API answers anything else', async () => {
    const { bare, first, open, settings } = await openHostInTest(host, ({ body }) =>
      body === undefined
        ? { status: 200, body: [] }
        : { status: 201, body: { html_url: 'javascript:alert(1)' } },
    );
    const engine = await open({ settings, token });
    const result = await engine.propose(subscribe, ada, first);
    expect(result).toMatchObject({
      commit: await git(bare, 'rev-parse', branch),
      link: { kind: 'compare' },
      reviewProblem: { problem: 'request_refused' },
    });
  });

  test('where its API does not answer', async () => {
    const { bare, first, open, settings } = await openHostInTest(host, () => ({ status: 200 }));
    const apiUrl = 'http://127.0.0.1:65535/api';
    const engine = await open({ settings: { ...settings, apiUrl }, token });
    expect(await engine.propose(subscribe, ada, first)).toMatchObject({
      commit: await git(bare, 'rev-parse', branch),
      reviewProblem: { problem: 'host_unreachable' },
    });
  });
});
