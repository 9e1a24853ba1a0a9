import { canonicalJson } from '#compiled/canonical-json.ts';
import type { Json } from '#compiled/json.ts';
import { compareValues, nameValues, reportUnexpected } from './compare-values.ts';
import { fewValues } from './few-values.ts';
import { documentFormats } from './compare-formats.ts';
import { fitsSchema } from '../fits-schema.ts';
import type { FlatSchema } from '../flat-schema.ts';
import type { SchemaFacts } from '../schema-fact.ts';

/** Compares schemas of which at least one lists its values: all other keywords are compared for these alone. */
export function compareListed(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void {
  const fits = (side: 'base' | 'head', value: Json) => fitsSchema(value, facts[side].flat, facts.direction);
  const fitting = (side: 'base' | 'head', { values, ...flat }: FlatSchema): FlatSchema =>
    values ? { ...flat, values: new Map([...values].filter(([, value]) => fits(side, value))) } : flat;
  const [before, after] = [fitting('base', base), fitting('head', head)];
  documentFormats(facts, base, head);
  const isRequest = facts.direction === 'request';
  const [listed, side] = isRequest ? [before, 'head' as const] : [after, 'base' as const];
  const other = side === 'head' ? head : base;
  const unfit = other.values
    ? []
    : [...(listed.values?.values() ?? [])].filter((value) => !fits(side, value));
  if (unfit.length > 0) return isRequest ? reportRefused(facts, unfit) : reportUnexpected(facts, unfit);
  const isListedAnyway =
    areAllListed(base, after, (value) => fits('base', value)) ||
    areAllListed(head, before, (value) => fits('head', value));
  if (!isListedAnyway) return compareValues(facts, before, after);
  const isLess = [...(before.values?.values() ?? [])].some((value) => !fits('head', value));
  if (isLess) facts.describesLess = true;
}

/** Whether one schema lists all values of another one that lists none. */
function areAllListed(schema: FlatSchema, { values }: FlatSchema, fits: (value: Json) => boolean): boolean {
  const all = schema.values ? undefined : fewValues(schema);
  return all?.every((value) => values?.has(canonicalJson(value)) === true || !fits(value)) === true;
}

/** Values that violate another keyword now, which is one change, as it is the way back. */
function reportRefused(facts: SchemaFacts, values: readonly Json[]): void {
  facts.report('enum-value-removed', {
    action: 'remove',
    before: values,
    part: nameValues(values),
    what: `${values.length > 1 ? 'are' : 'is'} no longer allowed`,
    keyword: 'enum',
  });
}
