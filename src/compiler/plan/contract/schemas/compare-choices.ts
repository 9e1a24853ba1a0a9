import { splitPointer } from '../../../../source/place.ts';
import { compareDiscriminatorValues } from './compare-discriminator-values.ts';
import type { FlatSchema } from './flat-schema.ts';
import { pointerOf, type SchemaFacts } from './schema-fact.ts';
import type { SchemaNode } from './flat-schema.ts';

/** Whether two schemas of the two documents are equivalent. */
export type IsEquivalent = (base: SchemaNode, head: SchemaNode) => boolean;

export type Alternatives = readonly SchemaNode[];

/** The choices of both schemas: a list of alternatives for each `oneOf` or `anyOf`. */
export interface Choices {
  readonly base: readonly Alternatives[];
  readonly head: readonly Alternatives[];
}

/** Compares choice by choice; a schema with fewer choices is itself the only alternative. */
export function compareChoices(
  facts: SchemaFacts,
  { base, head }: Choices,
  isEquivalent: IsEquivalent,
): void {
  for (let index = 0; index < Math.max(base.length, head.length); index += 1)
    compareAlternatives(facts, base[index] ?? [facts.base], head[index] ?? [facts.head], isEquivalent);
}

function compareAlternatives(
  facts: SchemaFacts,
  before: Alternatives,
  after: Alternatives,
  isEquivalent: IsEquivalent,
): void {
  const { pairs, removed, added } = matchAlternatives(facts, before, after, isEquivalent);
  for (const [old, now] of pairs) {
    compareDiscriminatorValues(facts, [old, now], nameOf);
    facts.compare('', old, now);
  }
  for (const node of removed)
    facts.report('alternative-removed', {
      action: 'remove',
      part: `alternative ${describe(node)}`,
      what: 'was removed',
      before: describe(node),
      at: { base: pointerOf(node) },
    });
  for (const node of added)
    facts.report('alternative-added', {
      action: 'add',
      part: `alternative ${describe(node)}`,
      what: 'was added',
      after: describe(node),
      at: { head: pointerOf(node) },
    });
}

/** The discriminator value of an alternative: from the mapping, or the name of the component. */
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
  readonly removed: Alternatives;
  readonly added: Alternatives;
}

/** Matches equivalent alternatives, then those of one name, then similar ones. */
function matchAlternatives(
  { base, head }: SchemaFacts,
  before: Alternatives,
  after: Alternatives,
  isEquivalent: IsEquivalent,
): Matched {
  const hasSameName = (a: SchemaNode, b: SchemaNode) => {
    const [old, now] = [valueOf(a, base.flat), valueOf(b, head.flat)];
    return old !== '' && old === now;
  };
  const pairs: [SchemaNode, SchemaNode][] = [];
  let [removed, added]: [Alternatives, Alternatives] = [before, after];
  for (const isMatch of [both(hasSameName, isEquivalent), isEquivalent, hasSameName, isAlike]) {
    for (const old of removed) {
      const now = added.find((node) => isMatch(old, node));
      if (!now) continue;
      pairs.push([old, now]);
      removed = removed.filter((node) => node !== old);
      added = added.filter((node) => node !== now);
    }
  }
  return { pairs, removed, added };
}

function both(first: IsEquivalent, second: IsEquivalent): IsEquivalent {
  return (a, b) => first(a, b) && second(a, b);
}

/** Whether two alternatives are probably the same one, changed: of one type, with most properties in common. */
function isAlike(base: SchemaNode, head: SchemaNode): boolean {
  const haveDifferentNames = nameOf(base) !== undefined && nameOf(head) !== undefined;
  if (haveDifferentNames || ![...base.flat.types].some((type) => head.flat.types.has(type))) return false;
  const [before, after] = [[...base.flat.properties.keys()], head.flat.properties];
  const alike = before.filter((name) => after.has(name)).length;
  return alike * 2 >= Math.max(before.length, after.size);
}
