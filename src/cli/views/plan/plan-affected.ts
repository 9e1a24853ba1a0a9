import type { Change } from '../../../compiler/plan/change.ts';
import { sortGravestFirst } from './plan-changes.ts';

/** An application, and all that it feels of a plan, the gravest first and each effect once. */
export interface AffectedApplication {
  readonly application: string;
  readonly owner: string;
  readonly effects: readonly string[];
}

/** The applications that feel something, sorted by name. */
export function collectAffected(changes: readonly Change[]): readonly AffectedApplication[] {
  const all = sortGravestFirst(changes).flatMap(({ affected }) => affected);
  const byApplication = [...Map.groupBy(all, ({ application }) => application)];
  return byApplication
    .map(([application, ofOne]) => ({
      application,
      owner: ofOne[0]?.owner ?? '',
      effects: [...new Set(ofOne.map(({ effect }) => effect))],
    }))
    .toSorted((a, b) => (a.application < b.application ? -1 : 1));
}
