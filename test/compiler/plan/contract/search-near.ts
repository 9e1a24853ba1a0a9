import { isJsonObject, type Json } from '#compiled/json.ts';
import type { Accepts } from './gateway-accepts.ts';
import { Draw } from './draw.ts';
import { knownNames, ofFormats } from './draw-instance.ts';
import { unknownName } from './draw-schema.ts';
import type { NearSchemas, Schemas } from './near-schemas.ts';
import { renameProperties } from './rename-properties.ts';

const tries = 20_000;

/** Names that some of the patterns that are drawn refuse, unlike all others, and a second one for a pattern with one. */
const oddNames = ['', '-', '-a', `${unknownName}z`];

/**
 * Whether a value that callers follow and that is not taken is found near some that are: in one to three places, there is
 * something of another value, or of a list of the schemas.
 */
export function isFoundNear(
  { base, head, names, seed }: NearSchemas,
  fitting: readonly Json[],
  follows: Accepts,
  takes: Accepts,
): boolean {
  const draw = Draw.seeded(seed);
  const listed = [...listedIn(base), ...listedIn(head)].map((one) => renameProperties(one, names));
  const plain = [null, {}, [], 'a', '::', 1, ...listed];
  const parts = distinct(fitting.flatMap(partsOf)).filter(isSmall);
  const hasFormats = [base, head].some((side) => JSON.stringify(side).includes('"propertyNames"'));
  const all = [...knownNames, unknownName, ...oddNames, ...(hasFormats ? ofFormats : [])];
  const known = all.map((name) => names[name] ?? name);
  const values = [...distinct(fitting)].toSorted((one, other) => sizeOf(one) - sizeOf(other));
  for (let left = values.length === 0 ? 0 : tries; left > 0; left -= 1) {
    // Large values have more in them that may change.
    let value = values[Math.max(draw.below(values.length), draw.below(values.length))] ?? null;
    for (let changes = 1 + draw.below(3); changes > 0; changes -= 1)
      value = varied(draw, value, draw.once(3) ? plain : parts, known);
    if (!follows(value)) continue;
    if (!takes(value)) return true;
    values.push(value);
  }
  return false;
}

/** A value with another part in one place, each of which is as likely. */
function varied(draw: Draw, value: Json, parts: readonly Json[], known: readonly string[]): Json {
  const path = pick(draw, pathsIn(value)) ?? [];
  const there = path.reduce<Json>((one, step) => (one as { [step: string]: Json })[step] ?? null, value);
  const isInside = typeof there === 'object' && there !== null && draw.once(2);
  const inner = Array.isArray(there) ? String(there.length) : (pick(draw, known) ?? '');
  // A list of values that fit gets one more.
  const own =
    isInside && Array.isArray(there) && draw.once(2) ? pick(draw, there as readonly Json[]) : undefined;
  return withPart(value, isInside ? [...path, inner] : path, own ?? pick(draw, parts) ?? null);
}

function pick<T>(draw: Draw, items: readonly T[]): T | undefined {
  return items[draw.below(Math.max(items.length, 1))];
}

function pathsIn(value: Json): readonly (readonly string[])[] {
  const members: readonly [string, Json][] =
    typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [[], ...members.flatMap(([step, one]) => pathsIn(one).map((path) => [step, ...path]))];
}

function withPart(value: Json, [step, ...others]: readonly string[], part: Json): Json {
  if (step === undefined) return part;
  if (!Array.isArray(value)) {
    const members = value as { readonly [step: string]: Json };
    return { ...members, [step]: withPart(members[step] ?? null, others, part) };
  }
  const list = value as readonly Json[];
  const at = Number(step);
  return [...list.slice(0, at), withPart(list[at] ?? null, others, part), ...list.slice(at + 1)];
}

function distinct(values: readonly Json[]): readonly Json[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

const maxLength = 40;

function isSmall(value: Json): boolean {
  return sizeOf(value) <= maxLength;
}

function sizeOf(value: Json): number {
  return JSON.stringify(value).length;
}

/** A value and all in it. */
function partsOf(value: Json): readonly Json[] {
  const members: readonly Json[] = typeof value === 'object' && value !== null ? Object.values(value) : [];
  return [value, ...members.flatMap(partsOf)];
}

/** The values that schemas list, and the numbers of which others are multiples. */
function listedIn({ root, components }: Schemas): readonly Json[] {
  return [root, components].flatMap(partsOf).flatMap((schema) => {
    if (!isJsonObject(schema)) return [];
    const { enum: listed, const: only, multipleOf: factor } = schema;
    return [
      ...(factor === undefined ? [] : [factor]),
      ...(Array.isArray(listed) ? (listed as readonly Json[]) : []),
      ...(only === undefined ? [] : [only]),
    ];
  });
}
