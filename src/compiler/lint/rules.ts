import type { Rule } from '#compiler/rule/define-rule.ts';
import {
  bodyRules,
  documentRules,
  pathRules,
  queryRules,
  methodRules,
  errorRules,
  securityRules,
} from './definition-rules.ts';
import { declarationRules } from './declaration-rules.ts';
import { gatewayLintRules } from './rules/declarations/gateway-lint-rules.ts';

/** The rules on one topic. */
export interface RuleTopic {
  readonly title: string;
  readonly rules: readonly Rule[];
}

const configurable: readonly RuleTopic[] = [
  { title: 'Documents', rules: documentRules },
  { title: 'Declarations', rules: declarationRules },
  { title: 'Paths', rules: pathRules },
  { title: 'Query parameters', rules: queryRules },
  { title: 'Methods and responses', rules: methodRules },
  { title: 'Bodies', rules: bodyRules },
  { title: 'Errors', rules: errorRules },
  { title: 'Security', rules: securityRules },
];
const configurableRules = configurable.flatMap((topic) => topic.rules);

/**
 * Every rule by topic, in the order in which they are listed. The last rule checks the gateway's settings for all other
 * rules.
 */
export const topics: readonly RuleTopic[] = [
  ...configurable,
  { title: 'Rule settings', rules: [gatewayLintRules(configurableRules)] },
];

/** Every rule, in the order of `topics`. */
export const rules: readonly Rule[] = topics.flatMap((topic) => topic.rules);
