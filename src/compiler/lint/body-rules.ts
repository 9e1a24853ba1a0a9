import type { Rule } from '../rule/define-rule.ts';

/** The rules on bodies, in the order in which they are listed to people. */
export const bodyRules: readonly Rule[] = [];
