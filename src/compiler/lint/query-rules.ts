import type { Rule } from '../rule/define-rule.ts';

/** The rules on query parameters, in the order in which they are listed to people. */
export const queryRules: readonly Rule[] = [];
