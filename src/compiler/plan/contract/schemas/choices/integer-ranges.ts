import type { SchemaLimit, SchemaNode } from '../flat-schema.ts';

/** Integers from one to another, both included; without one of them, all below or above the other. */
export interface IntegerRange {
  readonly least: number | undefined;
  readonly most: number | undefined;
}

/** The maximum number of limits that integers are divided at. */
const maxCuts = 8;

/** The ranges into which the upper limits of several other schemas divide a schema of integers alone; none for any other. */
export function integerRanges({ flat }: SchemaNode, others: readonly SchemaNode[]): readonly IntegerRange[] {
  if (flat.values || flat.types.size !== 1 || !flat.types.has('integer') || others.length < 2) return [];
  const inner = others.flatMap((other) => other.flat.choices.flatMap(({ alternatives }) => alternatives));
  return rangesBetween([...others, ...inner].map((other) => other.flat.limits.get('maximum')));
}

function rangesBetween(limits: readonly (SchemaLimit | undefined)[]): readonly IntegerRange[] {
  const most = limits.flatMap((limit) => (limit ? [lastWithin(limit)] : []));
  const cuts = [...new Set(most)].toSorted((a, b) => a - b).slice(0, maxCuts);
  return [...cuts, undefined].map((cut, index) => {
    const before = cuts[index - 1];
    return { least: before === undefined ? undefined : before + 1, most: cut };
  });
}

function lastWithin({ value, exclusive }: SchemaLimit): number {
  return exclusive ? Math.ceil(value) - 1 : Math.floor(value);
}
