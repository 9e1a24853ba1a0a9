import type { ManifestApplication } from '#compiled/manifest.ts';
import type { Affected } from '../change.ts';
import { compareTexts } from '../compare-texts.ts';

/** Lists applications that a change affects in the same way, sorted by name. */
export function affect(applications: readonly ManifestApplication[], effect: string): readonly Affected[] {
  return sortAffected(applications.map(({ name, owner }) => ({ application: name, owner, effect })));
}

/** Sorts by application, then by impact. */
export function sortAffected(affected: readonly Affected[]): readonly Affected[] {
  return affected.toSorted(
    (a, b) => compareTexts(a.application, b.application) || compareTexts(a.effect, b.effect),
  );
}
