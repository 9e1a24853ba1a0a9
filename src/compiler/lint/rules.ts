import type { Rule } from '../rule/define-rule.ts';

/** Every rule, in the order in which they are listed to people. */
export const rules: readonly Rule[] = [];
