import { splitPointer } from '../../../../source/place.ts';
import type { FlatSchema } from './flat-schema.ts';
import { pointerOf, type SchemaFacts } from './schema-fact.ts';
import type { SchemaNode } from './flat-schema.ts';

/** Whether two schemas of the two documents say the same. */
export type SaysTheSame = (base: SchemaNode, head: SchemaNode) => boolean;

export type Alternatives = readonly SchemaNode[];

/** What the schemas of both documents leave the choice between: a list of alternatives for each choice. */
export interface Choices {
  readonly base: readonly Alternatives[];
  readonly head: readonly Alternatives[];
}

/** Compares choice by choice; a schema that leaves fewer than the other is itself the only alternative. */
export function compareChoices(facts: SchemaFacts, { base, head }: Choices, saysTheSame: SaysTheSame): void {
  for (let index = 0; index < Math.max(base.length, head.length); index += 1)
    compareAlternatives(facts, base[index] ?? [facts.base], head[index] ?? [facts.head], saysTheSame);
}

function compareAlternatives(
  facts: SchemaFacts,
  before: Alternatives,
  after: Alternatives,
  saysTheSame: SaysTheSame,
): void {
  const { pairs, gone, come } = matchAlternatives(facts, before, after, saysTheSame);
  for (const [old, now] of pairs) {
    compareValuesOf(facts, old, now);
    facts.compare('', old, now);
  }
  for (const node of gone)
    facts.say('alternative-removed', {
      action: 'remove',
      what: `the alternative ${describe(node)} is gone`,
      before: describe(node),
      at: { base: pointerOf(node) },
    });
  for (const node of come)
    facts.say('alternative-added', {
      action: 'add',
      what: `the alternative ${describe(node)} is new`,
      after: describe(node),
      at: { head: pointerOf(node) },
    });
}

/** An alternative that is told by another value of the discriminator is another one to its readers. */
function compareValuesOf(facts: SchemaFacts, old: SchemaNode, now: SchemaNode): void {
  const [{ discriminator: base }, { discriminator: head }] = [facts.base.flat, facts.head.flat];
  if (!base || !head) return;
  const [before, after] = [valueOf(old, facts.base.flat), valueOf(now, facts.head.flat)];
  if (before === after) return;
  const what = `${base.property} ${before} → ${after}`;
  facts.say('discriminator-changed', {
    before,
    after,
    what,
    at: { base: pointerOf(old), head: pointerOf(now) },
  });
}

/** The value of the discriminator that stands for an alternative: as it is mapped, or the component's name. */
function valueOf(node: SchemaNode, { discriminator }: FlatSchema): string {
  const mapped = node.parts.map(({ pointer }) => discriminator?.values.get(pointer)).find(Boolean);
  return mapped ?? nameOf(node) ?? '';
}

/** The name of the component that a schema is, if it is one. */
function nameOf(node: SchemaNode): string | undefined {
  const path = splitPointer(pointerOf(node));
  return /^\/(components\/schemas|definitions)\/[^/]+$/.test(pointerOf(node)) ? path.at(-1) : undefined;
}

function describe(node: SchemaNode): string {
  const { title } = node.flat.documentation;
  const types = [...node.flat.types].toSorted().join(' or ');
  return nameOf(node) ?? (typeof title === 'string' ? title : types || 'that nothing fits');
}

interface Matched {
  readonly pairs: readonly (readonly [SchemaNode, SchemaNode])[];
  readonly gone: Alternatives;
  readonly come: Alternatives;
}

/** Alternatives that say the same, then those of one name, then what is left of one shape. */
function matchAlternatives(
  { base, head }: SchemaFacts,
  before: Alternatives,
  after: Alternatives,
  saysTheSame: SaysTheSame,
): Matched {
  const hasSameName = (a: SchemaNode, b: SchemaNode) => {
    const [old, now] = [valueOf(a, base.flat), valueOf(b, head.flat)];
    return old !== '' && old === now;
  };
  const pairs: [SchemaNode, SchemaNode][] = [];
  let [gone, come]: [Alternatives, Alternatives] = [before, after];
  for (const isMatch of [both(hasSameName, saysTheSame), saysTheSame, hasSameName, isAlike]) {
    for (const old of gone) {
      const now = come.find((node) => isMatch(old, node));
      if (!now) continue;
      pairs.push([old, now]);
      gone = gone.filter((node) => node !== old);
      come = come.filter((node) => node !== now);
    }
  }
  return { pairs, gone, come };
}

function both(first: SaysTheSame, second: SaysTheSame): SaysTheSame {
  return (a, b) => first(a, b) && second(a, b);
}

/** Whether two alternatives are likely to be one that has changed: of one type, with most properties in common. */
function isAlike(base: SchemaNode, head: SchemaNode): boolean {
  const isNamedApart = nameOf(base) !== undefined && nameOf(head) !== undefined;
  if (isNamedApart || ![...base.flat.types].some((type) => head.flat.types.has(type))) return false;
  const [before, after] = [[...base.flat.properties.keys()], head.flat.properties];
  const alike = before.filter((name) => after.has(name)).length;
  return alike * 2 >= Math.max(before.length, after.size);
}
