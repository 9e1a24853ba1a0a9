import type { Json } from '../../../../../compiled/json.ts';
import { compareValues } from './compare-values.ts';
import { compareFormats } from './compare-written-keywords.ts';
import { fitsSchema } from './fits-schema.ts';
import type { FlatSchema } from '../flat-schema.ts';
import type { SchemaFacts } from '../schema-fact.ts';
import type { SchemaMeaning } from '../schema-meaning.ts';
import { showValue } from '../show-value.ts';

/** Compares schemas of which at least one lists its values: all other keywords are compared for these alone. */
export function compareListed(
  facts: SchemaFacts,
  base: FlatSchema,
  head: FlatSchema,
  meaning: SchemaMeaning,
): void {
  const fits = (side: 'base' | 'head', value: Json) =>
    fitsSchema(value, facts[side], facts.direction, (...at) => meaning.nodeOf(side, ...at));
  const fitting = (side: 'base' | 'head', { values, ...flat }: FlatSchema): FlatSchema =>
    values ? { ...flat, values: new Map([...values].filter(([, value]) => fits(side, value))) } : flat;
  const [before, after] = [fitting('base', base), fitting('head', head)];
  compareValues(facts, before, after);
  compareFormats(facts, base, head);
  if (base.values && head.values) return;
  const isAdded = facts.direction === 'response';
  const [listed, other] = isAdded ? ([after, 'base'] as const) : ([before, 'head'] as const);
  for (const value of listed.values?.values() ?? []) {
    if (fits(other, value)) continue;
    facts.report(isAdded ? 'enum-value-added' : 'enum-value-removed', {
      action: isAdded ? 'add' : 'remove',
      [isAdded ? 'after' : 'before']: value,
      part: `value ${showValue(value)}`,
      what: isAdded ? 'was not allowed before' : 'is no longer allowed',
      keyword: 'enum',
    });
  }
}
