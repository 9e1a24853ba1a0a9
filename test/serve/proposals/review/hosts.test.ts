// @module-tag full
import { describe, expect, test } from 'vitest';
import { isProposalProblem } from '#runtime/ports/proposals.ts';
import { git } from '../../../platform/git-in-test.ts';
import { ada, eve, subscribe } from '../engine-in-test.ts';
import { openHostInTest, token } from '../hosts/host-in-test.ts';

const hosts = ['github', 'gitlab', 'gitea'] as const;

/** A proposal of eve at a host that has no pull requests to list. */
async function proposeTo(host: (typeof hosts)[number]) {
  const origin = await openHostInTest(host, ({ body }) =>
    body === undefined ? { status: 200, body: [] } : { status: 500 },
  );
  const engine = await origin.open({ settings: { ...origin.settings, merge: true }, token });
  const delivered = await engine.propose(subscribe, eve, origin.first);
  if (isProposalProblem(delivered) || delivered.delivery === 'patch') throw new Error('not delivered');
  origin.asked.length = 0;
  return { ...origin, engine, branch: delivered.branch, commit: delivered.commit };
}

describe.for(hosts)('at %s', (host) => {
  test('a withdrawal deletes the branch by git alone', async () => {
    const { engine, asked, bare, branch, commit } = await proposeTo(host);
    expect(await engine.reviews.withdraw({ branch, commit }, eve)).toMatchObject({
      withdrawn: { state: 'closed' },
    });
    expect(await git(bare, 'for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
    expect(await engine.list(eve)).toMatchObject([{ branch, state: 'closed' }]);
    expect(asked.filter((one) => !one.asked.startsWith('GET '))).toEqual([]);
  });

  test('an approval pushes the merge by git alone', async () => {
    const { engine, asked, bare, first, branch, commit } = await proposeTo(host);
    const read = await engine.reviews.read(branch, ada);
    if (isProposalProblem(read) || typeof read.merge !== 'object') throw new Error('there is no merge');
    const displayed = { branch, commit, base: read.merge.base, plan: read.merge.plan?.digest ?? '' };
    expect(await engine.reviews.approve(displayed, ada)).toMatchObject({ merged: { state: 'merged' } });
    expect(await git(bare, 'log', '-1', '--format=%P', 'main')).toBe(`${first} ${commit}`);
    expect(asked.filter((one) => !one.asked.startsWith('GET '))).toEqual([]);
  });
});
