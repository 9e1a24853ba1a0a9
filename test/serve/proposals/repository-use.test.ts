import { expect, test } from 'vitest';
import { RepositoryUse } from '#serve/proposals/repository-use.ts';

test('many share a repository, and one who uses it alone is never beside them', async () => {
  const use = new RepositoryUse();
  const events: string[] = [];
  const gates = new Map<string, () => void>();
  const work = (name: string) => async () => {
    events.push(`${name} begins`);
    await new Promise<void>((resolve) => void gates.set(name, resolve));
    events.push(`${name} ends`);
  };
  const [a, b] = [use.share(work('a')), use.share(work('b'))];
  await use.useExclusively(work('in use'));
  gates.get('a')?.();
  gates.get('b')?.();
  await Promise.all([a, b]);
  const alone = use.useExclusively(work('alone'));
  await use.useExclusively(work('again'));
  const [c, d] = [use.share(work('c')), use.share(work('d'))];
  await Promise.resolve();
  gates.get('alone')?.();
  await alone;
  await Promise.resolve();
  gates.get('c')?.();
  gates.get('d')?.();
  await Promise.all([c, d]);
  expect(events.join(', ')).toBe(
    'a begins, b begins, a ends, b ends, alone begins, alone ends, c begins, d begins, c ends, d ends',
  );
});

test('work that fails lets the next begin', async () => {
  const use = new RepositoryUse();
  const failure = new Error('failed');
  const alone = use.useExclusively(() => Promise.reject(failure));
  const shared = use.share(() => Promise.reject(failure));
  await expect(alone).rejects.toBe(failure);
  await expect(shared).rejects.toBe(failure);
  let isDone = false;
  await use.useExclusively(async () => void (isDone = true));
  expect(isDone).toBe(true);
});
