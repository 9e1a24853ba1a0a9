import { compareValues } from './compare-values.ts';
import { compareFormats } from './compare-written-keywords.ts';
import { fitsAlone } from '../flatten/fits-alone.ts';
import type { FlatSchema } from '../flat-schema.ts';
import type { SchemaFacts } from '../schema-fact.ts';
import { showValue } from '../show-value.ts';

/** Compares schemas of which at least one lists its values: patterns and limits are compared for these alone. */
export function compareListed(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void {
  compareValues(facts, base, head);
  compareFormats(facts, base, head);
  if (base.values && head.values) return;
  const { direction } = facts;
  const [listed, other] = direction === 'request' ? [base, head] : [head, base];
  const isAdded = direction === 'response';
  for (const value of listed.values?.values() ?? []) {
    if (fitsAlone(value, other)) continue;
    facts.report(isAdded ? 'enum-value-added' : 'enum-value-removed', {
      action: isAdded ? 'add' : 'remove',
      [isAdded ? 'after' : 'before']: value,
      part: `value ${showValue(value)}`,
      what: isAdded ? 'was not allowed before' : 'is no longer allowed',
      keyword: 'enum',
    });
  }
}
