import type { Compiled } from '../../../compiled/compiled.ts';
import type { Plan } from '../change.ts';
import { diffTable } from './diff-table.ts';
import type { TableDelta } from './table-delta.ts';

/** A plan as data: what people are told, and what `applyPlan` makes the second table of. */
export interface PlanJson extends Plan {
  readonly delta: TableDelta;
}

/** A plan with what makes its head of its base; both are the tables that the plan was made of. */
export function planJson(plan: Plan, base: Compiled | undefined, head: Compiled): PlanJson {
  return { ...plan, delta: diffTable(base, head) };
}
