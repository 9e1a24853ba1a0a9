import { describe, expect, test } from 'vitest';
import { allLists } from '#compiled/manifest.ts';
import { kebabCase } from '#compiler/declaration/kinds.ts';
import type { Change } from '#compiler/plan/change.ts';
import { contractChangeKinds } from '#compiler/plan/contract/contract-change-kinds.ts';
import { declarationChangeKinds } from '#compiler/plan/declaration-change-kinds.ts';
import { sensitivityAt } from '#compiler/plan/declarations/change-kind.ts';
import { plan } from '#compiler/plan/plan.ts';
import { cleanRepository, passwordDigest, secret } from './clean-repository.ts';
import { declarationCases, type DeclarationCase } from './declaration-cases.ts';
import { compareRepositories } from './family/repository.ts';

async function findChanges({
  first,
  edit,
}: Pick<DeclarationCase, 'first' | 'edit'>): Promise<readonly Change[]> {
  const base = first ? first(cleanRepository) : cleanRepository;
  return (await compareRepositories(base, edit(base))).plan.changes;
}

const found = await Promise.all(
  declarationCases.map(async (one) => ({ ...one, changes: await findChanges(one) })),
);

describe('an edit of one thing', () => {
  test.each(found)('is one change, and nothing else: $id, $title', ({ id, changes }) => {
    expect(changes.map((change) => change.id)).toEqual([id]);
  });

  test('describes what changed and who is affected', async () => {
    const shown = found.map(({ title, changes }) => `# ${title}\n${JSON.stringify(changes, null, 2)}\n`);
    await expect(shown.join('\n')).toMatchFileSnapshot('declaration-changes.golden.txt');
  });

  test('shows no digest of a secret or of a password', () => {
    const shown = JSON.stringify(found.map(({ changes }) => changes));
    const digests = Array.from({ length: 6 }, (_, number) => secret(number).slice('sha256:'.length));
    for (const hidden of [...digests, passwordDigest.slice(-20), 'argon2id', 'hunter']) {
      expect(shown).not.toContain(hidden);
    }
  });

  test('has a message of one sentence', () => {
    for (const { message } of found.flatMap(({ changes }) => changes))
      expect(message).toMatch(/^\S.*[^.]\.$/);
  });

  test('is tested for every kind of change', () => {
    const covered = new Set<string>(['gateway-added', ...declarationCases.map(({ id }) => id)]);
    // Those of settings that no kind knows are tested in declarations/diff-entry.test.ts.
    const kinds = allLists.map(({ kind }) => kebabCase(kind)).filter((kind) => kind !== 'identity-provider');
    const isOfUnknown = (id: string) => kinds.includes(id.split('-setting-')[0] ?? '');
    const ids = Object.keys(declarationChangeKinds).filter((id) => !isOfUnknown(id));
    expect(ids.filter((id) => !covered.has(id))).toEqual([]);
  });
});

describe('what is sensitive about a change', () => {
  test('is said by every kind', () => {
    const kinds = Object.entries({ ...contractChangeKinds, ...declarationChangeKinds });
    const isSaid = (sensitive: unknown) => ['traffic', 'access', 'checks', 'no'].includes(String(sensitive));
    const silent = kinds.filter(
      ([, { sensitive }]) =>
        !isSaid(sensitive) && !(typeof sensitive === 'object' && Object.values(sensitive).every(isSaid)),
    );
    expect(silent).toEqual([]);
  });

  test('follows from its kind', () => {
    const kinds = found.filter(({ id }) => typeof declarationChangeKinds[id].sensitive !== 'object');
    expect(kinds.map(({ changes }) => changes[0]?.sensitive ?? 'no')).toEqual(
      kinds.map(({ id }) => declarationChangeKinds[id].sensitive),
    );
  });

  test.each([
    [['listener', 'port'], 'traffic'],
    [['listener', 'limits', 'maxHeaders'], 'checks'],
    [['store', 'visibility'], 'access'],
    [['store', 'title'], undefined],
    [['errorDocsUrl'], undefined],
    [['neverHeardOf'], 'access'],
  ])('depends on the setting %j of a gateway', (path, expected) => {
    expect(sensitivityAt(declarationChangeKinds['gateway-setting-changed'], path)).toBe(expected);
  });
});

describe('a plan without a base', () => {
  test('adds everything', async () => {
    const { head } = await compareRepositories(cleanRepository, cleanRepository);
    const { changes, ...digests } = plan(undefined, head);
    expect(digests).toEqual({ head: head.digest });
    await expect(`${JSON.stringify(changes, null, 2)}\n`).toMatchFileSnapshot('first-table.golden.txt');
  });
});
