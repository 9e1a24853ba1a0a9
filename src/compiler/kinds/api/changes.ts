import type { CompiledApi } from '#compiled/compiled-api.ts';
import type { Compiled } from '#compiled/compiled.ts';
import type { ManifestApi } from '#compiled/manifest.ts';
import { apiKey } from '#compiled/api-key.ts';
import type { Affected } from '#compiler/plan/change.ts';
import type { Comparison } from '#compiler/plan/comparison.ts';
import { affect } from '#compiler/plan/consumers/affect.ts';
import type { Consumers } from '#compiler/plan/consumers/consumers.ts';
import { count } from '#compiler/plan/wording/describe-quantity.ts';
import { addressChanges } from './changes/address-changes.ts';
import { apiStateChange } from './changes/api-state-change.ts';
import { blockedUntilChange } from './changes/blocked-until-change.ts';
import { declarationChange, type FoundChange } from '#compiler/plan/declarations/declaration-change.ts';
import { deprecationChanges } from './changes/deprecation-changes.ts';
import { diffEntry } from '#compiler/plan/declarations/diff-entry.ts';
import type { MemberDiffs } from '#compiler/plan/declarations/diff-members.ts';
import { compareEntries } from '#compiled/table-change.ts';
import { partChanges } from './changes/part-changes.ts';

type Table = Pick<Compiled, 'apis'>;

/** The changes of APIs; an API whose name, context or version changes counts as removed and added. */
export function apiChanges(comparison: Comparison): readonly FoundChange[] {
  const { base, head, before, after, consumers } = comparison;
  const { added, removed, changed } = compareEntries('apis', before, after);
  const moved = new Map(added.map((entry) => [apiKey(entry), entry]));
  const members = entryMembers(comparison);
  return [
    ...added.map((entry) => addedApi(entry, partOf(head, entry))),
    ...removed.map((entry) => {
      const affected = affectedByRemoval(entry, moved.get(apiKey(entry)), consumers);
      return removedApi(entry, partOf(base, entry), affected);
    }),
    ...changed.flatMap(([earlier, later]) =>
      diffEntry(earlier, later, members, { whose: 'api', subject: subjectOf(later) }),
    ),
  ];
}

function addedApi(entry: ManifestApi, part: CompiledApi): FoundChange {
  return declarationChange({
    id: 'api-added',
    subject: subjectOf(entry),
    message:
      `${apiKey(entry)} was added at ${listAddresses(entry)}: ${entry.state}, ` +
      `${countOperations(part)}, owned by ${part.owner}`,
    after: valueOf(entry, part),
  });
}

function removedApi(entry: ManifestApi, part: CompiledApi, affected: readonly Affected[]): FoundChange {
  return declarationChange({
    id: 'api-removed',
    subject: subjectOf(entry),
    message:
      `${apiKey(entry)} at ${listAddresses(entry)} was removed: ${entry.state}, ` +
      `${count(part.operations.length, 'operation')}, owned by ${part.owner}`,
    before: valueOf(entry, part),
    affected,
  });
}

/** The number of operations, and of the public ones, which are sensitive. */
function countOperations({ operations }: CompiledApi): string {
  const open = operations.filter(({ access }) => access === 'public').length;
  return count(operations.length, 'operation') + (open === 0 ? '' : ` (${open} public)`);
}

/**
 * The effect on the subscribers of a removed API: they lose access, unless an API with the same name and version was
 * added at another address.
 */
function affectedByRemoval(
  entry: ManifestApi,
  moved: ManifestApi | undefined,
  consumers: Consumers,
): readonly Affected[] {
  const api = apiKey(entry);
  if (!moved) return affect(consumers.callersOf(api, 'before'), `loses access to ${api}`);
  const effect = `must call ${api} at ${addressOf(moved)} instead of ${addressOf(entry)}`;
  return affect(consumers.callersOf(api, 'both'), effect);
}

function entryMembers(comparison: Comparison): Partial<MemberDiffs<ManifestApi>> {
  const { base, head, consumers } = comparison;
  return {
    name: 'identity',
    context: 'identity',
    version: 'identity',
    state: (before, after) => [apiStateChange(before, after, consumers)],
    blockedUntil: (before, after) => [blockedUntilChange(before, after, consumers)],
    alsoAt: (before, after) => addressChanges(before, after, comparison),
    deprecation: (before, after) => deprecationChanges(before, after, comparison),
    part: (before, after) => partChanges(partOf(base, before), partOf(head, after), consumers),
  };
}

function partOf(table: Table | undefined, entry: ManifestApi): CompiledApi {
  const part = table?.apis.get(entry.part);
  if (!part) throw new Error(`The route table has no part of ${apiKey(entry)}`);
  return part;
}

function valueOf(entry: ManifestApi, { owner, operations }: CompiledApi) {
  const { alsoAt, state } = entry;
  const further = alsoAt && { alsoAt: alsoAt.map(({ path }) => path) };
  return { address: addressOf(entry), ...further, state, owner, operations: operations.length };
}

/** All addresses of an API, the main address first. */
function listAddresses(entry: ManifestApi): string {
  return [addressOf(entry), ...(entry.alsoAt ?? []).map(({ path }) => path)].join(', ');
}

function addressOf({ context, version }: ManifestApi): string {
  return `/${context}/${version}`;
}

function subjectOf(entry: ManifestApi) {
  return { kind: 'Api', name: apiKey(entry) } as const;
}
