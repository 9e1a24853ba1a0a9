import type { SchemaNode } from '../../keywords/facts/flat-schema.ts';
import { lastInteger } from '../../keywords/limited-values.ts';
import { alternativesOf } from '../../keywords/resolve-choices.ts';
import { isListed } from '../../keywords/values.ts';

/** A range of integers that includes both ends; without an end, it is unlimited on that side. */
export interface IntegerRange {
  readonly least: number | undefined;
  readonly most: number | undefined;
}

/** The maximum number of limits at which integers are divided. */
const maxCuts = 8;

/**
 * The ranges into which the upper limits of the other schemas divide a schema of integers; empty for any other schema.
 */
export function integerRanges({ flat }: SchemaNode, others: readonly SchemaNode[]): readonly IntegerRange[] {
  if (isListed(flat) || flat.types.size !== 1 || !flat.types.has('integer') || others.length < 2) return [];
  const inner = others.flatMap((other) => alternativesOf(other.flat));
  return rangesBetween([...others, ...inner].map((other) => lastInteger(other.flat)));
}

function rangesBetween(last: readonly (number | undefined)[]): readonly IntegerRange[] {
  const most = last.filter((one) => one !== undefined);
  const cuts = [...new Set(most)].toSorted((a, b) => a - b).slice(0, maxCuts);
  return [...cuts, undefined].map((cut, index) => {
    const before = cuts[index - 1];
    return { least: before === undefined ? undefined : before + 1, most: cut };
  });
}
