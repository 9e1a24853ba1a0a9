import type { Rule } from '../rule/define-rule.ts';
import { bodyRules } from './body-rules.ts';
import { declarationRules } from './declaration-rules.ts';
import { errorRules } from './error-rules.ts';
import { methodRules } from './method-rules.ts';
import { pathRules } from './path-rules.ts';
import { queryRules } from './query-rules.ts';
import { gatewayLintRules } from './rules/declarations/gateway-lint-rules.ts';
import { securityRules } from './security-rules.ts';

const configurable: readonly Rule[] = [
  ...declarationRules,
  ...pathRules,
  ...queryRules,
  ...methodRules,
  ...bodyRules,
  ...errorRules,
  ...securityRules,
];

/** Every rule, in the order in which they are listed to people. The last one looks at what the gateway says of the others. */
export const rules: readonly Rule[] = [...configurable, gatewayLintRules(configurable)];
