import type { OperationPair } from '../../../pairs/operation-pair.ts';
import { compareFieldNames, fieldTexts } from './compare-field-names.ts';
import { namesAllParts, partAt, type PartPair, type DescribedPart } from './described-part.ts';
import { isForm, isMultipart, mayBeMultipart, type MediaPair } from './media-pair.ts';
import { stepTo } from './read-parts.ts';
import { namedProperties } from '../../../keywords/property-facts.ts';
import { type Json, sameJson } from '#compiled/json.ts';
import { describeTransition } from '../../../../wording/describe-value.ts';
import type { ContractChangeId } from '../../../contract-change-kinds.ts';
import { compareEmptiness } from '../../../sent-as-text/compare-emptiness.ts';
import { pointerOf } from '../../../keywords/facts/schema-fact.ts';
import { comparePartHeaders } from './compare-part-headers.ts';
import { areAmong, areBytes, mediaTypesOf } from './part-media-types.ts';
import { describePartStyle, isSameStyle } from './part-styles.ts';

type Documented = Parameters<OperationPair['compareDocumentation']>[1];

interface Detail {
  readonly part?: string;
  readonly what: string;
  readonly before?: Json;
  readonly after?: Json;
}

/** Compares the serialization and the names of the parts of a body. */
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

/** The steps of the parts with an encoding; for forms and multipart types, also of the properties in the schema. */
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

/**
 * Whether the encoding of a part has an effect: the media type has parts, and both documents describe this one, or
 * neither does and it may exist in both.
 */
function hasMeaning(part: PartPair, media: MediaPair): boolean {
  if (!hasParts(media)) return false;
  if (part.old.schema && part.now.schema) return true;
  return !part.old.schema && !part.now.schema && ![media.old, media.now].every(namesAllParts);
}

/** Compares the serialization of a part. */
function comparePart(pair: OperationPair, part: PartPair): void {
  compareStyles(pair, part);
  compareMediaTypes(pair, part);
  compareFieldEmptiness(pair, part);
  if (!part.isField) comparePartHeaders(pair, part);
  const [before, after] = [part.old.ofParts, part.now.ofParts];
  if (!part.isField && !sameJson(before, after))
    report(pair, part, `${part.direction}-representation-changed`, {
      part: 'encoding of its parts',
      what: 'changed',
      before,
      after,
    });
  const [old, now] = [part.old, part.now].map(({ documentation, ...one }) => ({
    documentation,
    pointer: placeOf(one),
  })) as [Documented, Documented];
  pair.compareDocumentation(part.where, old, now);
}

function report(pair: OperationPair, part: PartPair, id: ContractChangeId, detail: Detail): void {
  const at = { base: placeOf(part.old), head: placeOf(part.now) };
  pair.report({ ...detail, id, action: 'change', path: part.where, at });
}

/** The pointer of a part's encoding, or of its schema. */
function placeOf({ pointer, schema }: Pick<DescribedPart, 'pointer' | 'schema'>): string {
  return pointer ?? (schema ? pointerOf(schema) : '');
}

function compareStyles(pair: OperationPair, part: PartPair): void {
  const { old, now, direction, isField } = part;
  if (isSameStyle(old, now, { direction, isField })) return;
  const [before, after] = [old, now].map((one) => describePartStyle(one, isField)) as [string, string];
  const what = `changed from ${before} to ${after}`;
  report(pair, part, `${direction}-representation-changed`, { part: 'serialization', what, before, after });
}

/**
 * Compares the media types of a part. If the sender may use fewer, or the receiver accepts more, the change is
 * harmless.
 */
function compareMediaTypes(pair: OperationPair, part: PartPair): void {
  const { old, now, direction, isField } = part;
  const isDeclared = [old, now].some(({ contentType }) => contentType !== undefined);
  // Without declared media types, schemas show every difference except the type of bytes.
  if (!isDeclared && (isField || ![old, now].every(areBytes))) return;
  const [before, after] = [old, now].map((one) =>
    isField && one.contentType === undefined ? undefined : mediaTypesOf(one),
  );
  if (before !== undefined && sameJson(before, after)) return;
  const [sent, known] = direction === 'request' ? [before, after] : [after, before];
  const isKnown = sent !== undefined && known !== undefined && areAmong(sent, known);
  const harmless = direction === 'request' ? 'request-constraint-removed' : 'response-constraint-added';
  const [from, to] = [before?.join(', '), after?.join(', ')];
  report(pair, part, isKnown ? harmless : `${direction}-representation-changed`, {
    part: 'media type',
    what: describeTransition(from, to),
    ...(from !== undefined && { before: from }),
    ...(to !== undefined && { after: to }),
  });
}

/** Reports whether a field became required to have a value, or may now be empty (OpenAPI 2.0). */
function compareFieldEmptiness(pair: OperationPair, part: PartPair): void {
  const { direction, text } = part;
  const change = text && compareEmptiness(text, direction);
  if (change) report(pair, part, change.id, { what: change.what });
}

/** Reports a changed encoding that has no effect as documentation. */
function compareWritten(
  pair: OperationPair,
  { where, old, now }: PartPair,
  defaults: { readonly base: string; readonly head: string },
): void {
  const [before, after] = [old.written, now.written];
  if (sameJson(before, after)) return;
  const at = { base: old.pointer ?? defaults.base, head: now.pointer ?? defaults.head };
  const detail = { part: 'encoding', what: 'changed', before, after, at };
  pair.report({ ...detail, id: 'documentation-changed', action: 'change', path: where });
}
