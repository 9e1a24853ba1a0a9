import { splitPointer } from '#source/place.ts';
import type { FlatSchema, SchemaNode } from '../facts/flat-schema.ts';
import { pointerOf, type SchemaFacts } from '../facts/schema-fact.ts';
import { showValue } from '../facts/show-value.ts';
import type { Alternative, SchemaMeaning } from '../facts/schema-meaning.ts';
import { onlyValueOf } from '../values.ts';
import { nameSome } from '../../../wording/describe-value.ts';

export interface MatchedAlternatives {
  readonly pairs: readonly (readonly [Alternative, Alternative])[];
  readonly removed: readonly Alternative[];
  readonly added: readonly Alternative[];
}

type IsMatch = (base: Alternative, head: Alternative) => boolean;

/** Matches equivalent alternatives, then alternatives with the same name, then similar ones. */
export function matchAlternatives(
  { base, head }: SchemaFacts,
  before: readonly Alternative[],
  after: readonly Alternative[],
  meaning: SchemaMeaning,
): MatchedAlternatives {
  const hasSameName: IsMatch = (a, b) => {
    const [old, now] = [valueOf(a.written, base.flat), valueOf(b.written, head.flat)];
    return old !== '' && old === now;
  };
  const isCandidate = candidatesAmong(before, after);
  const isEquivalent: IsMatch = (a, b) => isCandidate(a, b) && meaning.isEquivalent(a.whole, b.whole);
  const isWritten = ({ written, whole }: Alternative) => written === whole;
  // If both alternatives are complete as written, `isEquivalent` has compared them.
  const isWrittenAlike: IsMatch = (a, b) =>
    !(isWritten(a) && isWritten(b)) && isCandidate(a, b) && meaning.isEquivalent(a.written, b.written);
  const pairs: [Alternative, Alternative][] = [];
  let [removed, added] = [before, after];
  for (const isMatch of [
    both(hasSameName, isEquivalent),
    isEquivalent,
    hasSameName,
    isWrittenAlike,
    isAlike,
  ]) {
    for (const old of removed) {
      const now = added.find((one) => isMatch(old, one));
      if (!now) continue;
      pairs.push([old, now]);
      removed = removed.filter((one) => one !== old);
      added = added.filter((one) => one !== now);
    }
  }
  return { pairs, removed, added };
}

/** The maximum number of pairs that are all compared in full. */
const fewPairs = 1000;

/**
 * A cheap test of which pairs to compare. The number of pairs grows quadratically, so if there are many, only
 * alternatives with the same types and property names are compared.
 */
function candidatesAmong(before: readonly Alternative[], after: readonly Alternative[]): IsMatch {
  if (before.length * after.length <= fewPairs) return () => true;
  const looks = new Map([...before, ...after].map((one) => [one, lookOf(one)]));
  return (a, b) => looks.get(a) === looks.get(b);
}

function lookOf({ whole: { flat } }: Alternative): string {
  const { types, properties } = flat;
  const { named, required } = properties;
  return JSON.stringify([types, named.keys(), required.request].map((names) => [...names].toSorted()));
}

function both(first: IsMatch, second: IsMatch): IsMatch {
  return (a, b) => first(a, b) && second(a, b);
}

/**
 * Whether an alternative is probably a changed version of another: a type and most properties in common, and no
 * different names.
 */
function isAlike({ whole: base }: Alternative, { whole: head }: Alternative): boolean {
  const haveDifferentNames = nameOf(base) !== undefined && nameOf(head) !== undefined;
  if (haveDifferentNames || ![...base.flat.types].some((type) => head.flat.types.has(type))) return false;
  const [before, after] = [[...base.flat.properties.named.keys()], head.flat.properties.named];
  const alike = before.filter((name) => after.has(name)).length;
  return alike * 2 >= Math.max(before.length, after.size);
}

/** The discriminator value of an alternative: from the mapping, or the name of the component. */
export function valueOf(node: SchemaNode, { choices: { discriminator } }: FlatSchema): string {
  const mapped = node.parts.map(({ pointer }) => discriminator?.values.get(pointer)).find(Boolean);
  return mapped ?? nameOf(node) ?? '';
}

/** The name of a schema that is a component; otherwise undefined. */
export function nameOf(node: SchemaNode): string | undefined {
  const pointer = pointerOf(node);
  return /^\/(components\/schemas|definitions)\/[^/]+$/.test(pointer)
    ? splitPointer(pointer).at(-1)
    : undefined;
}

/**
 * Describes an alternative in messages: by its name, its title, the only value that it or a property allows, the names
 * of its properties, or its types.
 */
export function describeAlternative(node: SchemaNode): string {
  const { annotations, types, properties } = node.flat;
  const name = nameOf(node) ?? annotations['title'];
  if (typeof name === 'string') return name;
  const whole = onlyValueOf(node);
  if (whole !== undefined) return showValue(whole);
  const values = [...properties.named].flatMap(([property, schema]) => {
    const value = onlyValueOf(schema);
    return value === undefined ? [] : [`${property} ${showValue(value)}`];
  });
  if (values.length > 0) return `object with ${nameSome(values.toSorted())}`;
  const names = types.has('object') ? describeNames(node.flat) : '';
  return names === '' ? [...types].toSorted().join(' or ') || 'that nothing fits' : `object that ${names}`;
}

/** `requires id and may have name`; empty if no property is named. */
function describeNames({ properties }: FlatSchema): string {
  const { request, response } = properties.required;
  const required = new Set([...request, ...response]);
  const optional = [...properties.named.keys()].filter((name) => !required.has(name));
  return [
    ...(required.size > 0 ? [`requires ${nameSome([...required].toSorted())}`] : []),
    ...(optional.length > 0 ? [`may have ${nameSome(optional.toSorted())}`] : []),
  ].join(' and ');
}
