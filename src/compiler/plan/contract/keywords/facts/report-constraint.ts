import type { Json } from '#compiled/json.ts';
import type { Located } from './flat-schema.ts';
import type { Order } from './order.ts';
import type { SchemaFacts } from './schema-fact.ts';

/** Reports the order of a keyword, which each side may have several times. */
export function reportConstraint(
  facts: SchemaFacts,
  keyword: string,
  order: Order,
  lists: readonly [readonly Located[], readonly Located[]],
): void {
  const [before, after] = lists.map(writtenIn);
  const detail = { of: keyword, before, after, part: `\`${keyword}\``, keyword };
  if (before === undefined) facts.report('constraint-added', { ...detail, action: 'add', what: 'was added' });
  else if (after === undefined)
    facts.report('constraint-removed', { ...detail, action: 'remove', what: 'was removed' });
  else if (order === 'tighter') facts.report('constraint-added', { ...detail, what: 'was tightened' });
  else if (order === 'looser') facts.report('constraint-removed', { ...detail, what: 'was loosened' });
  else facts.report('constraint-changed', { ...detail, what: 'changed' });
}

/** As written: one condition, or the list of several. */
function writtenIn(conditions: readonly Located[]): Json | undefined {
  const [first, ...others] = conditions.map(({ value }) => value);
  return others.length === 0 || first === undefined ? first : [first, ...others];
}
