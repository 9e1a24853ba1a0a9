import type { OperationPair } from '../../../pairs/operation-pair.ts';
import { compareFieldNames, fieldTexts } from './compare-field-names.ts';
import { comparePart, compareWritten } from './compare-part.ts';
import { namesAllParts, partAt, type PartPair } from './described-part.ts';
import { isForm, isMultipart, mayBeMultipart, type MediaPair } from './media-pair.ts';
import { stepTo } from './read-parts.ts';
import { namedProperties } from '../../../keywords/property-facts.ts';

/** Compares how the parts of a body are written and named, by what that means for the schema of each. */
export function compareParts(pair: OperationPair, where: string, media: MediaPair): void {
  const { old, now } = media;
  compareFieldNames(pair, where, media);
  const isForms = isForm(media.type) && media.direction === 'request';
  const texts = isForms ? fieldTexts(pair, media) : undefined;
  for (const step of stepsIn(media)) {
    const part = { ...partPairAt(step, where, media), text: texts?.get(step) };
    if (hasMeaning(part, media)) comparePart(pair, part);
    else compareWritten(pair, part, { base: old.pointer, head: now.pointer });
  }
}

/** The parts that are declared, and those that are described, unless the media type may be JSON. */
function stepsIn({ type, old, now }: MediaPair): ReadonlySet<string> {
  const both = [old, now];
  const declared = both.flatMap(({ parts }) => [...parts.keys()]);
  const isDescribed = isForm(type) || isMultipart(type);
  const described = isDescribed ? both.flatMap(({ schema }) => [...namedProperties(schema.flat).keys()]) : [];
  return new Set([...declared, ...described.map(stepTo)]);
}

function hasParts({ type }: MediaPair): boolean {
  return isForm(type) || mayBeMultipart(type);
}

function partPairAt(
  step: string,
  where: string,
  { type, old, now, direction }: MediaPair,
): Omit<PartPair, 'text'> {
  const [before, after] = [partAt(old, step), partAt(now, step)];
  return { where: `${where} ${step}`, old: before, now: after, direction, isField: isForm(type) };
}

/** Whether a media type has parts, and both documents describe this one, or may do so without naming it. */
function hasMeaning(part: PartPair, media: MediaPair): boolean {
  if (!hasParts(media)) return false;
  if (part.old.schema && part.now.schema) return true;
  return !part.old.schema && !part.now.schema && ![media.old, media.now].every(namesAllParts);
}
