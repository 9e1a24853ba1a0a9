import { canonicalJson } from '../../../../../compiled/canonical-json.ts';
import type { Json } from '../../../../../compiled/json.ts';
import { compareValues, reportUnexpected } from './compare-values.ts';
import { fewValues } from './few-values.ts';
import { documentFormats } from './compare-formats.ts';
import { fitsSchema } from '../fits-schema.ts';
import type { FlatSchema } from '../flat-schema.ts';
import type { SchemaFacts } from '../schema-fact.ts';
import { showValue } from '../show-value.ts';

/** Compares schemas of which at least one lists its values: all other keywords are compared for these alone. */
export function compareListed(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void {
  const fits = (side: 'base' | 'head', value: Json) => fitsSchema(value, facts[side].flat, facts.direction);
  const fitting = (side: 'base' | 'head', { values, ...flat }: FlatSchema): FlatSchema =>
    values ? { ...flat, values: new Map([...values].filter(([, value]) => fits(side, value))) } : flat;
  const [before, after] = [fitting('base', base), fitting('head', head)];
  const isListedAnyway =
    areAllListed(base, after, (value) => fits('base', value)) ||
    areAllListed(head, before, (value) => fits('head', value));
  if (!isListedAnyway) compareValues(facts, before, after);
  documentFormats(facts, base, head);
  if (base.values && head.values) return;
  if (facts.direction === 'request') reportRefused(facts, before, (value) => fits('head', value));
  else
    for (const value of after.values?.values() ?? [])
      if (!fits('base', value)) reportUnexpected(facts, value);
}

/** Whether one schema lists all values of another one that lists none. */
function areAllListed(schema: FlatSchema, { values }: FlatSchema, fits: (value: Json) => boolean): boolean {
  const all = schema.values ? undefined : fewValues(schema);
  return all?.every((value) => values?.has(canonicalJson(value)) === true || !fits(value)) === true;
}

function reportRefused(facts: SchemaFacts, { values }: FlatSchema, fits: (value: Json) => boolean): void {
  for (const value of values?.values() ?? []) {
    if (fits(value)) continue;
    facts.report('enum-value-removed', {
      action: 'remove',
      before: value,
      part: `value ${showValue(value)}`,
      what: 'is no longer allowed',
      keyword: 'enum',
    });
  }
}
