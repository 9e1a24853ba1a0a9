import type { ContractSide } from '../../schemas/contract-side.ts';
import type { OperationPair } from '../../pairs/operation-pair.ts';
import { pointerOf, type Direction } from '../../keywords/facts/schema-fact.ts';
import { isForm, type MediaPair, isMultipart } from './parts/media-pair.ts';
import type { ContractMedia, MediaByType } from './read-bodies.ts';
import type { SchemaNode } from '../../keywords/facts/flat-schema.ts';
import { isOfBytes, mayBeBytes } from '../../keywords/representation.ts';
import { fieldTexts } from './parts/compare-field-names.ts';
import { compareParts } from './parts/compare-parts.ts';
import { mayHoldBytesIn } from './parts/part-media-types.ts';
import { isSameStyle, listsOfFields } from './parts/part-styles.ts';
import { partAt } from './parts/described-part.ts';
import type { TextPair } from '../../sent-as-text/find-refused.ts';
import { annotationsOf } from '../../keywords/annotations.ts';

type TypedMedia = readonly [type: string, media: ContractMedia];

interface FirstMedia {
  readonly inDocument: ReadonlyMap<string, TypedMedia>;
  /** In a route table that was saved to a file, all members are sorted. */
  readonly inTable: ReadonlyMap<string, TypedMedia>;
}

/** The holders of the media types of a body, in both documents. */
interface MediaHolders {
  readonly base: MediaHolder;
  readonly head: MediaHolder;
  readonly part: 'request' | 'response';
  /** Whether callers send or read the body. */
  readonly direction: Direction;
}

interface MediaHolder {
  readonly media: MediaByType;
  readonly pointer: string;
}

/** Compares the bodies of each media type; for each, a side has the body that the gateway selects for the type. */
export function compareMedia(pair: OperationPair, holder: string, given: MediaHolders): void {
  const holders = nameAnyType(given);
  const { base, head, direction } = holders;
  for (const type of new Set([...base.media.keys(), ...head.media.keys()])) {
    const [old, now] = [findMedia(type, base.media), findMedia(type, head.media)];
    if (!old || !now) continue;
    const isReadNow = direction === 'request' && isForm(type) && !base.media.has(type);
    const sent = isReadNow ? [old, withAnyFields(old, pair.sides.base)] : [old];
    for (const one of sent) compareTyped(pair, holder, { type, old: one, now, direction });
  }
  if (direction === 'request') compareFirst(pair, holder, holders);
  for (const [type, old] of base.media)
    if (!isStillAccepted(type, holders)) reportRemoved(pair, holder, { type, old, ...holders });
  reportAdded(pair, holder, holders);
}

function compareTyped(pair: OperationPair, holder: string, media: MediaPair): void {
  compareMediaPair(pair, pathOf(holder, media.type), readAscii(media));
}

/**
 * Whether bodies of a media type may still be sent. For requests, the gateway ignores the parameters of the sent type.
 */
function isStillAccepted(type: string, { head, direction }: MediaHolders): boolean {
  const isTaken = direction === 'request' && head.media.has(plainOf(type));
  return isTaken || findKey(type, head.media) !== undefined;
}

/** Compares the bodies that the gateway selects if media types differ only in their parameters: the first one. */
function compareFirst(pair: OperationPair, holder: string, { base, head, direction }: MediaHolders): void {
  const [bases, heads] = [firstMedia(base.media), firstMedia(head.media)];
  for (const order of ['inDocument', 'inTable'] as const) {
    for (const plain of new Set([...bases[order].keys(), ...heads[order].keys()])) {
      const [before, old] = bases[order].get(plain) ?? [plain, findMedia(plain, base.media)];
      const [type, now] = heads[order].get(plain) ?? [plain, findMedia(plain, head.media)];
      const isCompared = [before, type].some(
        (one) => findMedia(one, base.media) === old && findMedia(one, head.media) === now,
      );
      if (old && now && !isCompared) compareTyped(pair, holder, { type, old, now, direction });
    }
  }
}

interface RemovedMedia extends MediaHolders {
  readonly type: string;
  readonly old: ContractMedia;
}

/**
 * Reports a removed media type. A response range that is replaced by media types within it is narrowed, since readers
 * know all of these.
 */
function reportRemoved(pair: OperationPair, holder: string, removed: RemovedMedia): void {
  const { type, old, base, head, part, direction } = removed;
  const within = direction === 'response' ? mediaWithin(type, base.media, head.media) : [];
  for (const [key, { pointer }] of within) {
    const at = { base: old.pointer, head: pointer };
    const detail = { before: type, after: key, part: key, what: `took the place of ${type}`, at };
    pair.report({ ...detail, id: 'response-media-type-narrowed', action: 'change', path: holder });
  }
  if (within.length > 0) return;
  // If no media type remains, the body is undescribed, which matters to callers that read it.
  const from = direction === 'response' && head.media.size === 0 ? direction : part;
  const at = { base: old.pointer, head: head.pointer };
  const detail = { path: holder, before: type, part: type, what: 'was removed', at };
  pair.report({ ...detail, id: `${from}-media-type-removed`, action: 'remove' });
}

/** The media types of head for which `range` is the narrowest matching media type of base. */
function mediaWithin(
  range: string,
  base: MediaByType,
  head: MediaByType,
): readonly (readonly [string, ContractMedia])[] {
  return [...head].filter(([type]) => findKey(type, base) === range);
}

function reportAdded(pair: OperationPair, holder: string, holders: MediaHolders): void {
  const { base, head, part, direction } = holders;
  const widened = direction === 'response' ? reportWidened(pair, holder, holders) : new Set();
  for (const [type, now] of head.media) {
    if (findKey(type, base.media) || widened.has(type)) continue;
    const at = { base: base.pointer, head: now.pointer };
    const detail = { path: holder, after: type, part: type, what: 'was added', at };
    pair.report({ ...detail, id: `${part}-media-type-added`, action: 'add' });
  }
}

/** Reports the media types of base that a range of head replaces, and returns these ranges. */
function reportWidened(
  pair: OperationPair,
  holder: string,
  { base, head }: MediaHolders,
): ReadonlySet<string> {
  const ranges = new Set<string>();
  for (const [type, old] of base.media) {
    const range = findKey(type, head.media);
    if (range === undefined || findKey(range, base.media)) continue;
    ranges.add(range);
    const at = { base: old.pointer, head: head.media.get(range)?.pointer ?? head.pointer };
    const detail = { before: type, after: range, part: type, what: `became ${range}`, at };
    pair.report({ ...detail, id: 'response-media-type-widened', action: 'change', path: holder });
  }
  return ranges;
}

/** A media type with any fields: if only a range is declared, the gateway does not read forms and accepts any. */
function withAnyFields(media: ContractMedia, { nodes }: ContractSide): ContractMedia {
  return { ...media, schema: nodes.nodeOf(anyForm, pointerOf(media.schema)), parts: new Map() };
}

const anyForm = { type: 'object' };

function findMedia(type: string, media: MediaByType): ContractMedia | undefined {
  const key = findKey(type, media);
  return key === undefined ? undefined : media.get(key);
}

/** The media type, or the narrowest range that includes it (RFC 9110, section 12.5.1). */
function findKey(type: string, media: MediaByType): string | undefined {
  return [type, `${type.split('/')[0]}/*`, '*/*'].find((key) => media.has(key));
}

/** The path of a body's changes; `application/json`, the most common type, is omitted. */
function pathOf(holder: string, type: string): string {
  return type === 'application/json' ? holder : `${holder} (${type})`;
}

/** Treats sent ASCII as UTF-8, which includes it, if the receiver reads UTF-8. */
function readAscii(media: MediaPair): MediaPair {
  const { old, now, direction } = media;
  return direction === 'request' ? { ...media, old: sentTo(now, old) } : { ...media, now: sentTo(old, now) };
}

function sentTo(receiver: ContractMedia, sent: ContractMedia): ContractMedia {
  if (!receiver.charsets.includes('utf-8')) return sent;
  const charsets = sent.charsets.map((charset) => (charset === 'us-ascii' ? 'utf-8' : charset));
  return { ...sent, charsets: [...new Set(charsets)] };
}

/**
 * Replaces an unnamed media type of OpenAPI 2.0 by the range of all types if the other document names a type, since the
 * gateway accepts any. If neither document names a type, both have the usual type.
 */
function nameAnyType(holders: MediaHolders): MediaHolders {
  const { base, head } = holders;
  const sides = [base, head].map(({ media }) => [...media.values()]);
  const areOfOneKind = new Set(sides.flat().map(({ isAssumed }) => isAssumed)).size <= 1;
  if (areOfOneKind || sides.some((media) => media.length === 0)) return holders;
  const named = (media: MediaByType) => new Map([...media].flatMap((one) => nameIn(one, holders)));
  return {
    ...holders,
    base: { ...base, media: named(base.media) },
    head: { ...head, media: named(head.media) },
  };
}

/**
 * The keys of a media type: an assumed type becomes the range of all types, and in requests also remains, since bodies
 * are still read as that type.
 */
function nameIn(
  [type, media]: readonly [string, ContractMedia],
  { part }: MediaHolders,
): readonly (readonly [string, ContractMedia])[] {
  if (!media.isAssumed) return [[type, media]];
  return [...(part === 'request' ? [[type, media] as const] : []), ['*/*', media]];
}

/** For each media type without its parameters, the first declared body, which the gateway selects. */
function firstMedia(media: MediaByType): FirstMedia {
  const declared = [...media].flatMap(([type, one]) =>
    [one, ...one.others].map((each) => [type, each] as const),
  );
  return { inDocument: firstOfEach(declared), inTable: firstOfEach(declared.toSorted(compareWritten)) };
}

function compareWritten([, { written: one }]: TypedMedia, [, { written: other }]: TypedMedia): number {
  return one < other ? -1 : Number(one > other);
}

function firstOfEach(declared: readonly TypedMedia[]): ReadonlyMap<string, TypedMedia> {
  return new Map(declared.toReversed().map(([type, media]) => [plainOf(type), [type, media]]));
}

/** A media type without its parameters. */
function plainOf(type: string): string {
  return type.replace(/;.*/, '');
}

/** Compares the bodies of one media type. */
function compareMediaPair(pair: OperationPair, where: string, media: MediaPair): void {
  const { type, old, now, direction } = media;
  pair.compareDocumentation(where, old, now);
  compareParts(pair, where, media);
  if (!hasKnownCharsets(media)) {
    const [before, after] = [old.charsets.join(', '), now.charsets.join(', ')];
    const at = { base: old.pointer, head: now.pointer };
    const detail = { before, after, of: 'charset', part: 'charset', what: `${before} → ${after}`, at };
    pair.report({ ...detail, id: `${direction}-representation-changed`, action: 'change', path: where });
  }
  if (isOfBytes(type) && mayBeBytes(old.schema) && mayBeBytes(now.schema))
    return pair.compareDocumentation(where, documentedIn(old.schema), documentedIn(now.schema));
  pair.compareSchemas(where, old, now, direction, {
    isXml: mayBeXml(type),
    ...(direction === 'request' &&
      isForm(type) && {
        lists: 'form',
        listsOf: listsOfFields(media),
        texts: fieldsOfSameStyle(pair, media),
      }),
    // A range includes JSON, whose values are all checked.
    ...(isMultipart(type) && { mayHoldBytes: mayHoldBytesIn(media) }),
  });
}

/** The fields that both sides write in the same style, so that no other report covers how they are read. */
function fieldsOfSameStyle(pair: OperationPair, media: MediaPair): ReadonlyMap<string, TextPair> {
  const { old, now, direction } = media;
  const isSame = (step: string) =>
    isSameStyle(partAt(old, step), partAt(now, step), { direction, isField: true });
  return new Map([...fieldTexts(pair, media)].filter(([step]) => isSame(step)));
}

function documentedIn(schema: SchemaNode) {
  return { documentation: annotationsOf(schema), pointer: pointerOf(schema) };
}

function mayBeXml(type: string): boolean {
  return /[/+](xml|\*)(;|$)/.test(type);
}

/** Whether the receiver knows every character set that is sent. */
function hasKnownCharsets({ old, now, direction }: MediaPair): boolean {
  const [sent, known] = direction === 'request' ? [old, now] : [now, old];
  return sent.charsets.every((charset) => known.charsets.includes(charset));
}
