import { sameJson } from '../../../compiled/same-json.ts';
import type { OperationPair } from './operation-pair.ts';
import { readRequestBody, type ContractBody, type ContractMedia, type MediaByType } from './read-bodies.ts';
import type { Direction } from './schemas/schema-fact.ts';

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
  compareMedia(pair, path, { base: before, head: after, direction: pair.directions.request });
}

interface MediaHolders {
  readonly base: MediaHolder;
  readonly head: MediaHolder;
  readonly direction: Direction;
}

interface MediaHolder {
  readonly media: MediaByType;
  readonly pointer: string;
}

/** Compares the media types of a body. */
export function compareMedia(
  pair: OperationPair,
  holder: string,
  { base, head, direction }: MediaHolders,
): void {
  for (const [type, old] of base.media) {
    const now = findMedia(type, head.media);
    if (now) {
      compareOne(pair, pathOf(holder, type), { old, now, direction });
      continue;
    }
    const at = { base: old.pointer, head: head.pointer };
    pair.report({
      id: `${direction}-media-type-removed`,
      action: 'remove',
      path: holder,
      before: type,
      part: type,
      what: 'was removed',
      at,
    });
  }
  for (const [type, now] of head.media) {
    if (findMedia(type, base.media)) continue;
    const at = { base: base.pointer, head: now.pointer };
    pair.report({
      id: `${direction}-media-type-added`,
      action: 'add',
      path: holder,
      after: type,
      part: type,
      what: 'was added',
      at,
    });
  }
}

/** The media of a type, or of the narrowest range that includes it (RFC 9110, section 12.5.1). */
function findMedia(type: string, media: MediaByType): ContractMedia | undefined {
  for (const key of [type, `${type.split('/')[0]}/*`, '*/*']) {
    const found = media.get(key);
    if (found) return found;
  }
  return undefined;
}

/** Leaves out JSON, the type of most bodies. */
function pathOf(holder: string, type: string): string {
  return type === 'application/json' ? holder : `${holder} (${type})`;
}

function compareOne(
  pair: OperationPair,
  where: string,
  {
    old,
    now,
    direction,
  }: { readonly old: ContractMedia; readonly now: ContractMedia; readonly direction: Direction },
): void {
  pair.compareDocumentation(where, old, now);
  if (!sameJson(old.encoding, now.encoding)) {
    const [before, after] = [old.encoding, now.encoding];
    const at = { base: old.pointer, head: now.pointer };
    pair.report({
      id: `${direction}-representation-changed`,
      action: 'change',
      path: where,
      before,
      after,
      part: 'encoding',
      what: 'changed',
      at,
    });
  }
  pair.compareSchemas(where, old, now, direction);
}
