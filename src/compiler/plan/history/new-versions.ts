import { apiKey } from '#compiled/api-key.ts';
import { compareVersions } from '#compiled/names/compare-versions.ts';
import { oncePer } from '#compiler/rule/once-per.ts';
import { isLive, versionPattern } from '#compiler/workspace/api-versions.ts';
import type { DeclaredApi } from '#compiler/workspace/workspace.ts';
import type { ContractChange } from '../contract/contract-change.ts';
import { diffContracts } from '../contract/diff-contracts.ts';
import { findSame, formerApis } from './follow-identities.ts';
import { partOf, type History } from './history.ts';

/** A version of an API that is added or becomes live, with the version before it. */
export interface NewVersion {
  readonly api: DeclaredApi;
  readonly previous: DeclaredApi;
  /** All changes of the contract from the previous version to it. */
  readonly changes: readonly ContractChange[];
  /** The changes that may break callers who move to it from the previous version. */
  readonly breaks: readonly ContractChange[];
}

/** The new versions with a lower live version in base. */
export const findNewVersions = oncePer((history: History): readonly NewVersion[] => {
  const versions = Map.groupBy(history.base.workspace.apis.filter(isFollowed), ({ value }) => value.name);
  const former = formerApis(history);
  return history.head.workspace.apis.flatMap((api) => {
    if (former.has(api) || !isAddedOrGoesLive(api, history)) return [];
    const previous = findPrevious(api, versions.get(api.value.name) ?? []);
    return previous ? [compareWith(previous, api, history)] : [];
  });
});

/**
 * Whether a version can be a previous version: only live versions have callers, and malformed versions have no order.
 */
function isFollowed({ value }: DeclaredApi): boolean {
  return isLive(value) && versionPattern.test(value.version);
}

/** Whether head adds a version or makes it live. */
function isAddedOrGoesLive(api: DeclaredApi, { base }: History): boolean {
  const [before, { value }] = [findSame(api, base), api];
  if (before === undefined) return value.state !== 'retired';
  return before.value.state === 'created' && isLive(value);
}

/** The highest version below a given one; undefined if there is none. */
function findPrevious(
  { value: { version } }: DeclaredApi,
  versions: readonly DeclaredApi[],
): DeclaredApi | undefined {
  if (!versionPattern.test(version)) return undefined;
  return versions
    .filter(({ value }) => compareVersions(value.version, version) < 0)
    .toSorted((a, b) => compareVersions(a.value.version, b.value.version))
    .at(-1);
}

/** Compares a new version with the previous one as it is in head, or in base if head removes it. */
function compareWith(previous: DeclaredApi, api: DeclaredApi, { base, head }: History): NewVersion {
  const before = partOf(head, apiKey(previous.value)) ?? partOf(base, apiKey(previous.value));
  const after = partOf(head, apiKey(api.value));
  const changes = before && after ? diffContracts(before.contract, after.contract) : [];
  const breaks = changes.filter(
    ({ compatibility }) => compatibility === 'breaking' || compatibility === 'risky',
  );
  return { api, previous, changes, breaks };
}
