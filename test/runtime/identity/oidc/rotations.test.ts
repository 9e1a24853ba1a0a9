import { expect, test } from 'vitest';
import { Rotations } from '#runtime/identity/oidc/rotations.ts';

const save = () => Promise.resolve();
const failToSave = () => Promise.reject(new Error('no connection'));

/** Uses a token that the provider replaces; returns the result of storing the new one. */
function use(
  rotations: Rotations,
  [token, next]: readonly [string, string],
  keep: (next: string) => Promise<void>,
): Promise<void> {
  const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: token });
  return rotations.during(token, keep, () => rotations.note(form, Response.json({ refresh_token: next })));
}

test('the newest token is found behind all that could not be stored', async () => {
  const rotations = new Rotations();
  for (const pair of [['A', 'B'] as const, ['B', 'C'] as const])
    await expect(use(rotations, pair, failToSave)).rejects.toThrow('no connection');
  expect(['A', 'B', 'C', 'D'].map((token) => rotations.newest(token))).toEqual(['C', 'C', 'C', 'D']);
});

test('a token that comes again is the newest', async () => {
  const rotations = new Rotations();
  for (const pair of [['A', 'B'] as const, ['B', 'A'] as const])
    await expect(use(rotations, pair, failToSave)).rejects.toThrow('no connection');
  expect(['A', 'B'].map((token) => rotations.newest(token))).toEqual(['A', 'A']);
  await expect(use(rotations, ['A', 'B'], failToSave)).rejects.toThrow('no connection');
  expect(['A', 'B'].map((token) => rotations.newest(token))).toEqual(['B', 'B']);
});

test('what led to a token that was stored is forgotten', async () => {
  const rotations = new Rotations();
  for (const pair of [['A', 'B'] as const, ['B', 'C'] as const])
    await expect(use(rotations, pair, failToSave)).rejects.toThrow('no connection');
  await use(rotations, ['C', 'D'], save);
  expect(['A', 'B', 'C', 'D'].map((token) => rotations.newest(token))).toEqual(['A', 'B', 'C', 'D']);
});
