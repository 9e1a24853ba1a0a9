import { describeTransition } from '../../../wording/describe-value.ts';
import {
  type Choice,
  type ChoiceFacts,
  type FlatSchema,
  type SchemaNode,
  type SchemaType,
  isAnything,
} from '../facts/flat-schema.ts';
import { pointerOf, type SchemaFacts } from '../facts/schema-fact.ts';
import type { SchemaMeaning } from '../facts/schema-meaning.ts';
import { sharedTypes } from '../facts/schema-types.ts';
import type { DisjointTest, KeywordFamily, SchemasTogether } from '../keyword-family.ts';
import { alternativesOf, hasChoices } from '../resolve-choices.ts';
import { alignChoices, findSharedChoices } from './align-choices.ts';
import { compareChoices } from './compare-choices.ts';
import { compareDiscriminatorValues, readDiscriminator } from './discriminator-values.ts';
import { describeAlternative, nameOf, valueOf } from './match-alternatives.ts';

const none: ChoiceFacts = { all: [], discriminator: undefined, subtypes: [] };

/** `oneOf`, `anyOf` and `discriminator`. */
export const choices = {
  name: 'choices',
  none,
  readTogether: readChoices,
  allowsInside: (value, { choices: { all } }, fitting) =>
    all.every(({ alternatives, isExclusive }) => {
      const count = alternatives.filter((one) => fitting.fits(value, one)).length;
      // If conditions are ignored, a value may fit more alternatives than it really does.
      return isExclusive && !fitting.ignoresConditions ? count === 1 : count > 0;
    }),
  areDisjointAtOnce: (a, b, test) => haveNoAlternative([a, b], test) || undefined,
  reportAlways: reportSubtypes,
  reportNextToChoices: reportDiscriminator,
  schemasBelow: alternativesOf,
} satisfies KeywordFamily<ChoiceFacts>;

function readChoices({ parts, leaves, choices: all, nodes }: SchemasTogether): ChoiceFacts {
  const written = leaves.find(({ value }) => value['discriminator'] !== undefined)?.value['discriminator'];
  const discriminator = written === undefined ? undefined : readDiscriminator(written);
  if (all.length === 0 && !discriminator) return none;
  return { all, discriminator, subtypes: discriminator ? nodes.subtypes(parts, leaves) : [] };
}

/**
 * The types that a schema may have, restricted by the alternatives of its first choice and of the choices nested in
 * these.
 */
export function typesOfAlternatives(node: SchemaNode): ReadonlySet<SchemaType> {
  const nodes = new Set([node]);
  for (const { flat } of nodes) for (const one of flat.choices.all[0]?.alternatives ?? []) nodes.add(one);
  const simple = [...nodes].filter(({ flat }) => !hasChoices(flat));
  return sharedTypes(node.flat.types, new Set(simple.flatMap(({ flat }) => [...flat.types])));
}

/** Whether either schema has a choice without an alternative that fits both schemas. */
function haveNoAlternative(flats: readonly [FlatSchema, FlatSchema], test: DisjointTest): boolean {
  if (!flats.some(hasChoices)) return false;
  const wholes = flats.map((flat) => ({ flat }));
  return flats.some(({ choices: { all } }) =>
    all.some((choice) =>
      notExcluded(choice).every((one) => wholes.some((whole) => test.isNever(one, whole))),
    ),
  );
}

/** The alternatives that a value may fit; in a `oneOf`, without those that another alternative always excludes. */
function notExcluded({ alternatives, isExclusive }: Choice): readonly SchemaNode[] {
  if (!isExclusive) return alternatives;
  return alternatives.filter((one, index) =>
    alternatives.every((other, at) => at === index || (other !== one && !isAnything(other))),
  );
}

/** Reports a changed discriminator property; its values are compared with the alternatives. */
function reportDiscriminator(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void {
  const [before, after] = [base.choices.discriminator?.property, head.choices.discriminator?.property];
  if (before === after) return;
  const keyword = 'discriminator';
  const detail = { before, after, part: keyword, what: describeTransition(before, after), keyword };
  // A new discriminator gives readers more information; a removed one requires less of senders.
  if (before === undefined && facts.direction === 'response') facts.report('constraint-added', detail);
  else if (after === undefined && facts.direction === 'request') facts.report('constraint-removed', detail);
  else facts.report('discriminator-changed', detail);
}

/**
 * Compares the schemas that only a discriminator refers to. Pairs have the same pointer or the same discriminator
 * value.
 */
function reportSubtypes(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void {
  const isComparable = base.choices.discriminator?.property === head.choices.discriminator?.property;
  if (!isComparable || hasChoices(base) || hasChoices(head)) return;
  const isMatch = (old: SchemaNode, now: SchemaNode) =>
    pointerOf(old) === pointerOf(now) || valueOf(old, base) === valueOf(now, head);
  for (const old of base.choices.subtypes) {
    const now = head.choices.subtypes.find((one) => isMatch(old, one));
    if (now) {
      compareDiscriminatorValues(facts, [old, now], nameOf);
      facts.compare('', old, now);
    } else reportSubtypeRemoved(facts, old);
  }
  for (const now of head.choices.subtypes)
    if (!base.choices.subtypes.some((old) => isMatch(old, now))) reportSubtypeAdded(facts, now);
}

function reportSubtypeRemoved(facts: SchemaFacts, node: SchemaNode): void {
  const before = describeAlternative(node);
  const detail = {
    part: `alternative ${before}`,
    what: 'was removed',
    before,
    at: { base: pointerOf(node) },
  };
  facts.report('alternative-removed', { action: 'remove', ...detail });
}

function reportSubtypeAdded(facts: SchemaFacts, node: SchemaNode): void {
  const after = describeAlternative(node);
  const detail = { part: `alternative ${after}`, what: 'was added', after, at: { head: pointerOf(node) } };
  facts.report('alternative-added', { action: 'add', ...detail });
}

/**
 * Compares the choices of both schemas. If the numbers of choices differ, the choices that both schemas have are merged
 * into each alternative of the others, and all other choices into each alternative of a choice that only one schema
 * has.
 */
export function reportChoices(facts: SchemaFacts, meaning: SchemaMeaning): void {
  const [before, after] = [facts.base.flat.choices.all, facts.head.flat.choices.all];
  if (before.length === after.length && meaning.isAlike(facts.base, facts.head)) {
    for (const [index, old] of before.entries()) compareTexts(facts, old, after[index], meaning);
    return;
  }
  const shared = before.length === after.length ? [] : findSharedChoices(before, after, meaning);
  const ownOf = (all: readonly Choice[]) => all.filter((choice) => !shared.includes(choice));
  const [old, now] = alignChoices(ownOf(before), ownOf(after));
  const count = Math.min(old.length, now.length);
  const wholesOf = (all: readonly Choice[], side: 'base' | 'head') =>
    all.map((choice, index) => {
      const isSurplus = index >= count && facts[side].flat.choices.all.length > 1;
      return meaning.wholeChoice(choice, facts[side], side, shared.length > 0 || isSurplus);
    });
  compareChoices(facts, { base: wholesOf(old, 'base'), head: wholesOf(now, 'head') }, meaning);
}

/** Compares two choices that differ in documentation only: each alternative with the one at the same index. */
function compareTexts(
  facts: SchemaFacts,
  base: Choice,
  head: Choice | undefined,
  meaning: SchemaMeaning,
): void {
  if (!head) return;
  const before = meaning.wholeChoice(base, facts.base, 'base', false).alternatives;
  const after = meaning.wholeChoice(head, facts.head, 'head', false).alternatives;
  for (const [index, { whole }] of before.entries()) {
    const now = after[index];
    if (now) facts.compare('', whole, now.whole);
  }
}
