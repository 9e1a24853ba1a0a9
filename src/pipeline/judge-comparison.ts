import type { Judgement } from '../compiler/plan/approvals/apply-approvals.ts';
import { judge } from '../compiler/plan/judge.ts';
import type { Comparison, Side } from './compare.ts';

const nothing: Judgement = { findings: [], approved: [] };

/** Judges what a comparison has found by the rules that need history; nothing is found where a side does not compile. */
export function judgeComparison({ base, head, plan }: Comparison): Judgement {
  const [before, after] = [toState(base), toState(head)];
  return plan && before && after ? judge({ base: before, head: after, plan }) : nothing;
}

function toState({ workspace, compiled }: Side) {
  return workspace && compiled && { workspace, compiled };
}
