import { groupVersions } from '#compiler/workspace/api-versions.ts';
import type { DeclaredApi } from '#compiler/workspace/workspace.ts';
import { oncePer, indexFirst } from '../once-per.ts';
import { apiKey } from '#compiled/api-key.ts';
import type { Finding } from '#compiler/workspace/finding.ts';

/** The versions of each API that has several versions, oldest first, without malformed versions. */
export const severalVersions = oncePer((apis: readonly DeclaredApi[]) =>
  groupVersions(apis).filter(({ length }) => length > 1),
);

const keyOf = oncePer(({ value }: DeclaredApi) => apiKey(value));

/** The first API for each key; subscriptions refer to an API by its key. */
export const apisByKey = oncePer((apis: readonly DeclaredApi[]) => indexFirst(apis, keyOf));

/**
 * Returns a function that reports a finding only if none had the same places before: a check of each deployment finds a
 * shared problem several times.
 */
export function reportOnce(report: (finding: Finding) => void): (finding: Finding) => void {
  const seen = new Set<string>();
  return (finding) => {
    const places = JSON.stringify([finding.at, finding.related?.map(({ at }) => at)]);
    if (!seen.has(places)) report(finding);
    seen.add(places);
  };
}
