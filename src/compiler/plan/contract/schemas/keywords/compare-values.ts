import type { Json } from '#compiled/json.ts';
import type { FlatSchema } from '../flat-schema.ts';
import type { SchemaFacts } from '../schema-fact.ts';
import { fitsSchema } from '../fits-schema.ts';
import { hasTypeOf } from '../schema-types.ts';
import { showValue } from '../show-value.ts';

export function compareValues(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void {
  const keyword = keywordOfValues(base, head);
  if (!base.values && !head.values) return;
  if (!base.values) return reportEnumAdded(facts, head, keyword);
  if (!head.values) return reportEnumLifted(facts, base, keyword);
  const removed = [...base.values].filter(([key]) => !head.values?.has(key));
  const added = [...head.values].filter(([key]) => !base.values?.has(key));
  for (const [key, value] of removed) {
    const part = `value ${showValue(value)}`;
    // It may still be listed, and violate another keyword.
    const what = facts.head.flat.values?.has(key) ? 'is no longer allowed' : 'was removed';
    const detail = { action: 'remove', before: value, part, what, keyword } as const;
    facts.report('enum-value-removed', detail);
  }
  for (const entry of added) reportValueAdded(facts, entry, base, keyword);
}

function reportValueAdded(
  facts: SchemaFacts,
  [key, value]: readonly [string, Json],
  { extensible }: FlatSchema,
  keyword: string,
): void {
  if (facts.direction === 'response' && isRefusedUnlisted(value, facts.base.flat))
    return reportUnexpected(facts, [value]);
  const detail = {
    action: 'add',
    after: value,
    part: `value ${showValue(value)}`,
    what: facts.base.flat.values?.has(key) ? 'was not allowed before' : 'was added',
    keyword,
  } as const;
  if (facts.direction === 'response' && extensible)
    facts.reportAs('response-extensible-enum-value-added', detail);
  else facts.report('enum-value-added', detail);
}

/** Whether a value of a known type violates other keywords than the list of values. */
function isRefusedUnlisted(value: Json, { values, ...others }: FlatSchema): boolean {
  return values !== undefined && hasTypeOf(others.types, value) && !fitsSchema(value, others, 'response');
}

/** Values that violate what readers know, unlike one more of a list, whose readers may expect others. */
export function reportUnexpected(facts: SchemaFacts, values: readonly Json[]): void {
  facts.report('constraint-removed', {
    action: 'add',
    after: values,
    part: nameValues(values),
    what: `${values.length > 1 ? 'were' : 'was'} not allowed before`,
    keyword: 'enum',
  });
}

export function nameValues(values: readonly Json[]): string {
  return `${values.length > 1 ? 'values' : 'value'} ${values.map(showValue).join(', ')}`;
}

function keywordOfValues(base: FlatSchema, head: FlatSchema): string {
  const keywords = ['enum', 'const'];
  return keywords.find((keyword) => base.origins.has(keyword) || head.origins.has(keyword)) ?? 'enum';
}

function reportEnumAdded(facts: SchemaFacts, { values }: FlatSchema, keyword: string): void {
  const after = [...(values?.values() ?? [])];
  facts.report('enum-added', { action: 'add', after, what: `allows only ${showValue(after)}`, keyword });
}

function reportEnumLifted(facts: SchemaFacts, { values, extensible }: FlatSchema, keyword: string): void {
  const before = [...(values?.values() ?? [])];
  const what = `allows values other than ${showValue(before)}`;
  const detail = { action: 'remove', before, what, keyword } as const;
  if (facts.direction === 'response' && extensible)
    facts.reportAs('response-extensible-enum-value-added', detail);
  else facts.report('enum-lifted', detail);
}
