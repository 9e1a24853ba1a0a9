import { isJsonObject, type Json } from '../../../compiled/json.ts';
import { sameJson } from '../../../compiled/same-json.ts';
import { nameSome } from '../wording/describe-value.ts';
import type { OperationPair } from './operation-pair.ts';
import { isOfBytes, mayBeBytes } from './schemas/may-be-bytes.ts';
import { readRequestBody, type ContractBody, type ContractMedia, type MediaByType } from './read-bodies.ts';
import type { SchemaNode } from './schemas/flat-schema.ts';
import { pointerOf, type Direction } from './schemas/schema-fact.ts';

/** Compares request bodies. */
export function compareRequestBodies(pair: OperationPair): void {
  const before = readRequestBody(pair.base, pair.sides.base);
  const after = readRequestBody(pair.head, pair.sides.head);
  if (before && after) compareBodies(pair, before, after);
  else if (after) reportBodyAdded(pair, after);
  else if (before) reportBodyRemoved(pair, before);
}

const path = 'request body';

function reportBodyAdded(pair: OperationPair, { required, pointer }: ContractBody): void {
  const kind = required ? 'required' : 'optional';
  const at = { base: pair.base.pointer, head: pointer };
  pair.report({
    id: `${kind}-request-body-added`,
    action: 'add',
    path,
    what: `was added and is ${kind}`,
    at,
  });
}

function reportBodyRemoved(pair: OperationPair, { pointer }: ContractBody): void {
  const at = { base: pointer, head: pair.head.pointer };
  pair.report({ id: 'request-body-removed', action: 'remove', path, what: 'was removed', at });
}

function compareBodies(pair: OperationPair, before: ContractBody, after: ContractBody): void {
  const change = { action: 'change', path, at: { base: before.pointer, head: after.pointer } } as const;
  if (!before.required && after.required)
    pair.report({ ...change, id: 'request-body-became-required', what: 'became required' });
  if (before.required && !after.required)
    pair.report({ ...change, id: 'request-body-became-optional', what: 'became optional' });
  pair.compareDocumentation(path, before, after);
  const direction = pair.directions.request;
  compareMedia(pair, path, { base: before, head: after, part: 'request', direction });
}

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

/** Compares the media types of a body. */
export function compareMedia(pair: OperationPair, holder: string, holders: MediaHolders): void {
  const { base, head, part, direction } = holders;
  // Where none is left, callers that read the body know nothing of it.
  const removedFrom = direction === 'response' && head.media.size === 0 ? direction : part;
  for (const [type, old] of base.media) {
    const key = findKey(type, head.media);
    const now = key === undefined ? undefined : head.media.get(key);
    const within = direction === 'response' && !now ? mediaWithin(type, base.media, head.media) : [];
    if (now) compareOne(pair, pathOf(holder, type), { type, old, now, direction });
    else if (within.length > 0) compareNarrowed(pair, holder, { type, old, within, direction });
    else {
      const at = { base: old.pointer, head: head.pointer };
      const detail = { path: holder, before: type, part: type, what: 'was removed', at };
      pair.report({ ...detail, id: `${removedFrom}-media-type-removed`, action: 'remove' });
    }
  }
  const widened = direction === 'response' ? reportWidened(pair, holder, holders) : new Set();
  for (const [type, now] of head.media) {
    if (findKey(type, base.media) || widened.has(type)) continue;
    const at = { base: base.pointer, head: now.pointer };
    const detail = { path: holder, after: type, part: type, what: 'was added', at };
    pair.report({ ...detail, id: `${part}-media-type-added`, action: 'add' });
  }
}

type Entries = readonly (readonly [string, ContractMedia])[];

/** The media types of head of which a range of base is the narrowest one that includes them. */
function mediaWithin(range: string, base: MediaByType, head: MediaByType): Entries {
  return [...head].filter(([type]) => findKey(type, base) === range);
}

interface NarrowedMedia {
  readonly type: string;
  readonly old: ContractMedia;
  readonly within: Entries;
  readonly direction: Direction;
}

/** A response of some of the types that it could have is one of those that readers know. */
function compareNarrowed(pair: OperationPair, holder: string, narrowed: NarrowedMedia): void {
  const { type, old, within, direction } = narrowed;
  for (const [key, now] of within) {
    const at = { base: old.pointer, head: now.pointer };
    const detail = { before: type, after: key, part: key, what: `took the place of ${type}`, at };
    pair.report({ ...detail, id: 'response-media-type-narrowed', action: 'change', path: holder });
    compareOne(pair, pathOf(holder, key), { type: key, old, now, direction });
  }
}

/** Reports the media types of which only a range is left, and returns these ranges. */
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

/** The media type, or the narrowest range that includes it (RFC 9110, section 12.5.1). */
function findKey(type: string, media: MediaByType): string | undefined {
  return [type, `${type.split('/')[0]}/*`, '*/*'].find((key) => media.has(key));
}

/** Leaves out JSON, the type of most bodies. */
function pathOf(holder: string, type: string): string {
  return type === 'application/json' ? holder : `${holder} (${type})`;
}

interface MediaPair {
  readonly type: string;
  readonly old: ContractMedia;
  readonly now: ContractMedia;
  readonly direction: Direction;
}

function compareOne(pair: OperationPair, where: string, media: MediaPair): void {
  const { type, old, now, direction } = media;
  pair.compareDocumentation(where, old, now);
  const change = { action: 'change', path: where, at: { base: old.pointer, head: now.pointer } } as const;
  const id = `${direction}-representation-changed` as const;
  if (!sameJson(old.encoding, now.encoding)) {
    const [before, after] = [old.encoding, now.encoding];
    const part = `encoding of ${nameSome(fieldsOfOther(before, after))}`;
    pair.report({ ...change, id, before, after, part, what: 'changed' });
  }
  if (!hasKnownCharsets(media)) {
    const [before, after] = [old.charsets.join(', '), now.charsets.join(', ')];
    pair.report({
      ...change,
      id,
      before,
      after,
      of: 'charset',
      part: 'charset',
      what: `${before} → ${after}`,
    });
  }
  if (isOfBytes(type) && mayBeBytes(old.schema) && mayBeBytes(now.schema))
    return pair.compareDocumentation(where, documentedIn(old.schema), documentedIn(now.schema));
  const lists = isPlainForm(media) ? 'form' : undefined;
  pair.compareSchemas(where, old, now, direction, { lists, isXml: mayBeXml(type) });
}

function documentedIn(schema: SchemaNode) {
  return { documentation: schema.flat.documentation, pointer: pointerOf(schema) };
}

function mayBeXml(type: string): boolean {
  return /[/+](xml|\*)(;|$)/.test(type);
}

/** The fields of a form whose encoding differs. */
function fieldsOfOther(before: Json | undefined, after: Json | undefined): readonly string[] {
  const [old, now] = [before, after].map((encoding) => (isJsonObject(encoding) ? encoding : {}));
  return Object.keys({ ...old, ...now }).filter((name) => !sameJson(old?.[name], now?.[name]));
}

/** Whether the fields of a request are texts, all written as a form writes them by default. */
function isPlainForm({ type, old, now, direction }: MediaPair): boolean {
  const isDefault = !old.hasOwnStyles && !now.hasOwnStyles;
  return direction === 'request' && type === 'application/x-www-form-urlencoded' && isDefault;
}

/** Whether what is received is in a character set that its receiver knows. */
function hasKnownCharsets({ old, now, direction }: MediaPair): boolean {
  const [sent, known] = direction === 'request' ? [old, now] : [now, old];
  return sent.charsets.every((charset) => known.charsets.includes(charset));
}
