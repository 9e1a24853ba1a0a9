import type { ManifestApplication, ManifestKeySet } from '#compiled/manifest.ts';
import type { Action } from '#compiler/plan/change.ts';
import { declarationChange, type FoundChange } from '#compiler/plan/declarations/declaration-change.ts';
import { diffSets } from '#compiler/plan/declarations/diff-sets.ts';

interface Rotation {
  readonly id: 'secret-added' | 'secret-removed' | 'secrets-exchanged';
  readonly action: Action;
  readonly what: string;
  readonly effect: string;
}

/** The rotations of the secrets of a key set; only the number of secrets is shown. */
export function secretChanges(
  before: ManifestKeySet,
  after: ManifestKeySet,
  { name, owner }: ManifestApplication,
): readonly FoundChange[] {
  return listRotations(before, after).map(({ id, action, what, effect }) =>
    declarationChange({
      id,
      subject: { kind: 'Application', name },
      message: `${name}: ${what}`,
      path: ['keys', after.keySet, 'secretDigests'],
      before: { secrets: before.secretDigests.length },
      after: { secrets: after.secretDigests.length },
      action,
      affected: [{ application: name, owner, effect }],
    }),
  );
}

function listRotations(before: ManifestKeySet, after: ManifestKeySet): readonly Rotation[] {
  const keys = `the ${after.keySet} keys`;
  const { added, removed } = diffSets(before.secretDigests, after.secretDigests);
  const remaining = before.secretDigests.length - removed.length;
  if (remaining === 0 && added.length > 0 && removed.length > 0) return [exchange(keys)];
  return [
    ...(added.length > 0 ? [addition(added.length, remaining, keys)] : []),
    ...(removed.length > 0 ? [removal(removed.length, remaining, keys)] : []),
  ];
}

function exchange(keys: string): Rotation {
  return {
    id: 'secrets-exchanged',
    action: 'change',
    what: `all secrets of ${keys} were replaced; clients with an old secret are rejected`,
    effect: `is rejected with an old secret of ${keys}`,
  };
}

function addition(added: number, remaining: number, keys: string): Rotation {
  const [id, action, effect] = ['secret-added', 'add', `can use a new secret of ${keys}`] as const;
  if (added > 1) return { id, action, what: `${added} secrets were added to ${keys}`, effect };
  const ordinal = ['first', 'second', 'third'][remaining] ?? 'further';
  return { id, action, what: `a ${ordinal} secret was added to ${keys}`, effect };
}

function removal(removed: number, remaining: number, keys: string): Rotation {
  const removedSecrets =
    removed > 1 ? `${removed} secrets of ${keys} were removed` : `a secret of ${keys} was removed`;
  const consequence =
    remaining === 0
      ? 'no secret remains'
      : `clients that still use ${removed > 1 ? 'them' : 'it'} are rejected`;
  return {
    id: 'secret-removed',
    action: 'remove',
    what: `${removedSecrets}; ${consequence}`,
    effect: `is rejected with a removed secret of ${keys}`,
  };
}
