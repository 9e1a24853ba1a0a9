import { compareDiscriminatorValues } from '../compare-discriminator-values.ts';
import type { FlatSchema, SchemaNode } from '../flat-schema.ts';
import { pointerOf, type SchemaFacts } from '../schema-fact.ts';
import { describeAlternative, nameOf, valueOf } from './match-alternatives.ts';

/** Compares the schemas that only a discriminator leads to, each with the one of the same name or the same value. */
export function compareSubtypes(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void {
  const isComparable = base.discriminator?.property === head.discriminator?.property;
  if (!isComparable || base.choices.length > 0 || head.choices.length > 0) return;
  const isMatch = (old: SchemaNode, now: SchemaNode) =>
    pointerOf(old) === pointerOf(now) || valueOf(old, base) === valueOf(now, head);
  for (const old of base.subtypes) {
    const now = head.subtypes.find((one) => isMatch(old, one));
    if (now) {
      compareDiscriminatorValues(facts, [old, now], nameOf);
      facts.compare('', old, now);
    } else reportRemoved(facts, old);
  }
  for (const now of head.subtypes)
    if (!base.subtypes.some((old) => isMatch(old, now))) reportAdded(facts, now);
}

function reportRemoved(facts: SchemaFacts, node: SchemaNode): void {
  const before = describeAlternative(node);
  const detail = {
    part: `alternative ${before}`,
    what: 'was removed',
    before,
    at: { base: pointerOf(node) },
  };
  facts.report('alternative-removed', { action: 'remove', ...detail });
}

function reportAdded(facts: SchemaFacts, node: SchemaNode): void {
  const after = describeAlternative(node);
  const detail = { part: `alternative ${after}`, what: 'was added', after, at: { head: pointerOf(node) } };
  facts.report('alternative-added', { action: 'add', ...detail });
}
