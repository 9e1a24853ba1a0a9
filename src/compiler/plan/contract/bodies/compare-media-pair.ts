import { isJsonObject, type Json } from '../../../../compiled/json.ts';
import { sameJson } from '../../../../compiled/same-json.ts';
import { nameSome } from '../../wording/describe-value.ts';
import type { OperationPair } from '../operation-pair.ts';
import type { SchemaNode } from '../schemas/flat-schema.ts';
import { isOfBytes, mayBeBytes } from '../schemas/may-be-bytes.ts';
import { pointerOf, type Direction } from '../schemas/schema-fact.ts';
import type { ContractMedia } from './read-bodies.ts';

interface MediaPair {
  readonly type: string;
  readonly old: ContractMedia;
  readonly now: ContractMedia;
  readonly direction: Direction;
}

/** Compares the bodies of one media type. */
export function compareMediaPair(pair: OperationPair, where: string, media: MediaPair): void {
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
