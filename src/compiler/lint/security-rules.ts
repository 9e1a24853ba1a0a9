import type { Rule } from '../rule/define-rule.ts';

/** The rules on identity and security, in the order in which they are listed to people. */
export const securityRules: readonly Rule[] = [];
