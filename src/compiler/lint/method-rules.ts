import type { Rule } from '../rule/define-rule.ts';

/** The rules on methods and their responses, in the order in which they are listed to people. */
export const methodRules: readonly Rule[] = [];
