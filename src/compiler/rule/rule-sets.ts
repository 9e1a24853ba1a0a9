import type { Severity } from '#diagnostic/diagnostic.ts';
import type { RuleDescription } from './define-rule.ts';

/** The values of `lint.extends`, the least strict first; the default is `strict`. */
export const ruleSets = ['minimal', 'recommended', 'strict'] as const;

export type RuleSet = (typeof ruleSets)[number];

const oneLower = { error: 'warning', warning: 'info', info: 'off' } as const;

/** The severity of a rule in a set: `recommended` lowers conventions by one step, `minimal` switches them off. */
export function severityInSet(
  { severity, isConvention }: Pick<RuleDescription, 'severity' | 'isConvention'>,
  set: RuleSet = 'strict',
): Severity | 'off' {
  if (!isConvention || set === 'strict') return severity;
  return set === 'minimal' ? 'off' : oneLower[severity];
}
