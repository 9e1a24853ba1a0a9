import type { Compiled } from '#compiled/compiled.ts';
import { emptyLists } from '#compiled/manifest.ts';
import { type Kind, kinds } from '#compiler/declaration/kinds.ts';
import type { Change, Plan, Action, ChangeDraft } from './change.ts';
import { indexConsumers } from './consumers/consumers.ts';
import type { FoundChange } from './declarations/declaration-change.ts';
import { kindChanges } from './kind-changes.ts';
import { canonicalJson } from '#compiled/canonical-json.ts';
import { compareTexts } from './compare-texts.ts';
import { digestOf } from '#compiled/digest.ts';

/**
 * The changes from `base` to `head`, each with the applications that it affects; without a base, everything is added.
 * Both are tables of one deployment.
 */
export function plan(base: Compiled | undefined, head: Compiled): Plan {
  const changes = base?.digest === head.digest ? [] : sortChanges(findChanges(base, head)).map(number);
  return { ...(base && { base: base.digest }), head: head.digest, changes };
}

function number(change: FoundChange): Change {
  return { ...change, fingerprint: fingerprintChange(change) };
}

function findChanges(base: Compiled | undefined, head: Compiled): readonly FoundChange[] {
  const consumers = indexConsumers(base, head);
  const comparison = { base, head, before: base?.manifest ?? emptyLists, after: head.manifest, consumers };
  return kindChanges.flatMap((changesOf) => changesOf(comparison));
}

/** A removed entry is listed before the one that replaces it. */
const actionOrder: Readonly<Record<Action, number>> = { remove: 0, change: 1, add: 2 };

/** The order in which kinds are listed. */
const order = Object.fromEntries(kinds.map((kind, index) => [kind, index])) as Readonly<Record<Kind, number>>;

/** Sorts by subject, then by path, then by everything else, so that the order is deterministic. */
function sortChanges(changes: readonly FoundChange[]): readonly FoundChange[] {
  return changes.toSorted(
    (a, b) =>
      order[a.subject.kind] - order[b.subject.kind] ||
      compareTexts(a.subject.name, b.subject.name) ||
      compareTexts(a.path, b.path) ||
      actionOrder[a.action] - actionOrder[b.action] ||
      compareTexts(a.id, b.id) ||
      compareTexts(contentOf(a), contentOf(b)),
  );
}

function contentOf({ before, after, operations, at }: FoundChange): string {
  return canonicalJson({ before, after, operations, at });
}

/** The fingerprint of a change: 32 hexadecimal digits, derived from what changes and from its old and new value. */
export function fingerprintChange({ id, subject, path, before, after, operations }: ChangeDraft): string {
  const content = { id, subject, path, before, after, operations };
  return digestOf(canonicalJson(content)).slice('sha256:'.length, 'sha256:'.length + 32);
}
