import type { Json } from '#compiled/json.ts';
import type { Located } from './flat-schema.ts';
import type { Order } from './order.ts';
import type { SchemaFacts } from './schema-fact.ts';

/** Reports how a keyword changes, given all its occurrences on each side. */
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

/** The conditions as written: a single one as it is, several as a list; undefined if there are none. */
function writtenIn(conditions: readonly Located[]): Json | undefined {
  const [first, ...others] = conditions.map(({ value }) => value);
  return others.length === 0 || first === undefined ? first : [first, ...others];
}
