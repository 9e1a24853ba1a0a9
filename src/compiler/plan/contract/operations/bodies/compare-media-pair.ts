import type { OperationPair } from '../../pairs/operation-pair.ts';
import type { SchemaNode } from '../../keywords/facts/flat-schema.ts';
import { isOfBytes, mayBeBytes } from '../../keywords/representation.ts';
import { pointerOf } from '../../keywords/facts/schema-fact.ts';
import { fieldTexts } from './parts/compare-field-names.ts';
import { compareParts } from './parts/compare-parts.ts';
import { isForm, isMultipart, type MediaPair } from './parts/media-pair.ts';
import { mayHoldBytesIn } from './parts/part-media-types.ts';
import { isSameStyle, listsOfFields } from './parts/part-styles.ts';
import { partAt } from './parts/described-part.ts';
import type { TextPair } from '../../sent-as-text/find-refused.ts';
import { annotationsOf } from '../../keywords/annotations.ts';

/** Compares the bodies of one media type. */
export function compareMediaPair(pair: OperationPair, where: string, media: MediaPair): void {
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
    // A range includes JSON, of which all values are checked.
    ...(isMultipart(type) && { mayHoldBytes: mayHoldBytesIn(media) }),
  });
}

/** The fields that are written in the same style, so that nothing else says that they are read differently. */
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

/** Whether what is received is in a character set that its receiver knows. */
function hasKnownCharsets({ old, now, direction }: MediaPair): boolean {
  const [sent, known] = direction === 'request' ? [old, now] : [now, old];
  return sent.charsets.every((charset) => known.charsets.includes(charset));
}
