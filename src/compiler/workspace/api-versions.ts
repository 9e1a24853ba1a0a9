import { compareVersions } from '#compiled/names/compare-versions.ts';
import type { DeclaredApi } from './workspace.ts';
import type { ApiDeclaration } from '#compiler/kinds/api/declaration.ts';

/** A version: numbers, dots and an optional leading v. */
export const versionPattern = /^v?\d+(\.\d+)*$/;

/** The versions of each API, oldest first. Omits malformed versions, which cannot be ordered. */
export function groupVersions(apis: readonly DeclaredApi[]): readonly (readonly DeclaredApi[])[] {
  const ordered = apis.filter((api) => versionPattern.test(api.value.version));
  const groups = Map.groupBy(ordered, (api) => api.value.name);
  return [...groups.values()].map((versions) => versions.toSorted(compareApis));
}

function compareApis(a: DeclaredApi, b: DeclaredApi): number {
  return compareVersions(a.value.version, b.value.version);
}

/** Whether a version counts as supported: published, deprecated or blocked, but not created or retired. */
export function isLive({ state }: Pick<ApiDeclaration, 'state'>): boolean {
  return state !== 'created' && state !== 'retired';
}
