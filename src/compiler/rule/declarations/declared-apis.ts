import { groupVersions } from '#compiler/workspace/api-versions.ts';
import type { DeclaredApi } from '#compiler/workspace/workspace.ts';
import { oncePer, indexFirst } from '../once-per.ts';
import { apiKey } from '#compiled/api-key.ts';
import type { Finding } from '#compiler/workspace/finding.ts';

/** The versions of each API that has several, oldest first; a malformed one is left out. */
export const severalVersions = oncePer((apis: readonly DeclaredApi[]) =>
  groupVersions(apis).filter(({ length }) => length > 1),
);

const keyOf = oncePer(({ value }: DeclaredApi) => apiKey(value));

/** The first API of each key, by which subscriptions name it. */
export const apisByKey = oncePer((apis: readonly DeclaredApi[]) => indexFirst(apis, keyOf));

/** Reports a finding only the first time that its places are met: what deployments share is checked once for each. */
export function reportOnce(report: (finding: Finding) => void): (finding: Finding) => void {
  const seen = new Set<string>();
  return (finding) => {
    const places = JSON.stringify([finding.at, finding.related?.map(({ at }) => at)]);
    if (!seen.has(places)) report(finding);
    seen.add(places);
  };
}
