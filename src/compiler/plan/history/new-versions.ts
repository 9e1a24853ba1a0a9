import { apiKey } from '#compiled/api-key.ts';
import { compareVersions } from '#compiled/names/compare-versions.ts';
import { oncePer } from '#compiler/rule/once-per.ts';
import { isLive, versionPattern } from '#compiler/workspace/api-versions.ts';
import type { DeclaredApi } from '#compiler/workspace/workspace.ts';
import type { ContractChange } from '../contract/contract-change.ts';
import { diffContracts } from '../contract/diff-contracts.ts';
import { findSame, formerApis } from './follow-identities.ts';
import { partOf, type History } from './history.ts';

/** A version of an API that is added or goes live, compared with the one before it. */
export interface NewVersion {
  readonly api: DeclaredApi;
  readonly previous: DeclaredApi;
  /** The changes that may break callers of the previous version who move to it. */
  readonly breaks: readonly ContractChange[];
}

/** The new versions that have a live version before them. */
export const findNewVersions = oncePer((history: History): readonly NewVersion[] => {
  const versions = Map.groupBy(history.base.workspace.apis.filter(isFollowed), ({ value }) => value.name);
  const former = formerApis(history);
  return history.head.workspace.apis.flatMap((api) => {
    if (former.has(api) || !isAddedOrGoesLive(api, history)) return [];
    const previous = findPrevious(api, versions.get(api.value.name) ?? []);
    return previous ? [{ api, previous, breaks: findBreaks(previous, api, history) }] : [];
  });
});

/** Only a live version has callers, and a malformed version has no order. */
function isFollowed({ value }: DeclaredApi): boolean {
  return isLive(value) && versionPattern.test(value.version);
}

/** Whether a version is added or goes live. */
function isAddedOrGoesLive(api: DeclaredApi, { base }: History): boolean {
  const [before, { value }] = [findSame(api, base), api];
  if (before === undefined) return value.state !== 'retired';
  return before.value.state === 'created' && isLive(value);
}

/** The highest of the lower versions. */
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

/** Compares with the previous version in head if it is there, since the change could be made in it. */
function findBreaks(
  { value }: DeclaredApi,
  api: DeclaredApi,
  { base, head }: History,
): readonly ContractChange[] {
  const before = partOf(head, apiKey(value)) ?? partOf(base, apiKey(value));
  const after = partOf(head, apiKey(api.value));
  if (!before || !after) return [];
  return diffContracts(before.contract, after.contract).filter(
    ({ compatibility }) => compatibility === 'breaking' || compatibility === 'risky',
  );
}
