import type { PlanReport } from '../../plan/plan-report.ts';

/** What is compared: `production: from origin/main (1a2b3c4d5e6f) to the working tree`. */
export function describeSides({ deployment, base, head }: PlanReport): string {
  return `${deployment}: from ${describeSide(base)} to ${describeSide(head)}`;
}

function describeSide({ name, commit }: PlanReport['base' | 'head']): string {
  return commit === undefined ? name : `${name} (${commit.slice(0, 12)})`;
}

/** What is said in place of changes, or before them, of two sides of which one lacks something; empty where none does. */
export function describeLack({ deployment, base }: PlanReport): string {
  if (base.lacks === 'configuration') return `All is new: ${base.name} has no such configuration yet.`;
  if (base.lacks === 'deployment') return `All is new: ${base.name} has no deployment ${deployment} yet.`;
  return '';
}

/** What is said where there are no changes. */
export function describeNothing({ base, head }: PlanReport): string {
  if (base.digest === head.digest) return 'Nothing changes.';
  return 'The route tables differ, though nothing that could be shown here changes.';
}
