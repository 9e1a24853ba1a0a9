import { sameJson } from '../../../../compiled/same-json.ts';
import type { FlatSchema } from './flat-schema.ts';
import type { SchemaFacts } from './schema-fact.ts';
import { pick } from '../../../../compiled/json.ts';
import { showValue } from './show-value.ts';
import type { SameWhenResolved } from '../same-when-resolved.ts';

/** Compares keywords whose values cannot be told to be narrower or wider: they are the same, or they are not. */
export function compareConditions(
  facts: SchemaFacts,
  base: FlatSchema,
  head: FlatSchema,
  isSame: SameWhenResolved,
): void {
  for (const keyword of new Set([...base.conditions.keys(), ...head.conditions.keys()])) {
    const [before, after] = [base.conditions.get(keyword), head.conditions.get(keyword)];
    if (before === undefined) {
      facts.say('constraint-added', {
        action: 'add',
        of: keyword,
        after,
        what: `${keyword} is new`,
        keyword,
      });
    } else if (after === undefined) {
      facts.say('constraint-removed', {
        action: 'remove',
        before,
        of: keyword,
        what: `${keyword} is gone`,
        keyword,
      });
    } else if (!isSame(before, after)) {
      facts.say('constraint-changed', {
        of: keyword,
        before,
        after,
        what: `${keyword} is another one`,
        keyword,
      });
    }
  }
}

/** What its values stand for is compared where the alternatives are. */
export function compareDiscriminators(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void {
  const [before, after] = [base.discriminator?.property, head.discriminator?.property];
  if (before === after) return;
  const keyword = 'discriminator';
  const what = `discriminator ${before ?? 'none'} → ${after ?? 'none'}`;
  facts.say('discriminator-changed', { before, after, what, keyword });
}

export function compareRepresentations(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void {
  const [before, after] = [base.representation, head.representation];
  if (sameJson(before, after)) return;
  const keyword = Object.keys({ ...before, ...after }).find((name) => !sameJson(before[name], after[name]));
  const what = `${keyword} ${showValue(before)} → ${showValue(after)}`;
  facts.say('representation-changed', { before, after, what, ...(keyword && { keyword }) });
}

export function compareDocumentation(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void {
  const [before, after] = [base.documentation, head.documentation];
  if (sameJson(before, after)) return;
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => !sameJson(pick(before, [name]), pick(after, [name])),
  );
  const shown = names.toSorted();
  facts.sayOf('documentation-changed', {
    before: pick(before, shown),
    after: pick(after, shown),
    what: `${shown.join(', ')} changed`,
    ...(shown[0] !== undefined && { keyword: shown[0] }),
  });
}
