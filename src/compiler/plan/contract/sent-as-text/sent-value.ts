import type { SchemaNode } from '../keywords/facts/flat-schema.ts';
import type { Direction } from '../keywords/facts/schema-fact.ts';
import { isReadAlike } from './compare-as-text.ts';
import { isOneText } from './kinds-of-texts.ts';
import type { ListWriting } from './list-writing.ts';

/** A value that is sent separately: a parameter, a header, a form field or a part of another body. */
export interface SentValue {
  /** How lists are written; undefined if the value is not sent as text. */
  readonly lists: ListWriting | undefined;
  /** Undefined if the document does not declare the value. */
  readonly schema: SchemaNode | undefined;
}

/** How a field of a form is written in both documents. */
export interface FieldWriting {
  /** Undefined if the field is not sent as text. */
  readonly lists: ListWriting | undefined;
  /** Whether the gateway always accepts an empty text. */
  readonly ignoresEmpty: boolean;
}

/**
 * How lists are written: as on the side that has lists, or as in head. Undefined unless both values are sent as text.
 */
export function listsOf(old: SentValue, now: SentValue): ListWriting | undefined {
  if (!old.lists || !now.lists) return undefined;
  if (old.lists === 'item' || now.lists === 'item') return 'item';
  return now.schema && isOneText(now.schema.flat) ? old.lists : now.lists;
}

interface Sending {
  readonly direction: Direction;
  /** Whether an empty text is never sent, or always accepted. */
  readonly ignoresEmpty: boolean;
}

/** Whether the receiver reads the sent texts as before, so that a different style makes no difference. */
export function isSameInText(old: SentValue, now: SentValue, sending: Sending): boolean {
  const [lists, base, head] = [listsOf(old, now), old.schema, now.schema];
  if (!lists || !base || !head) return false;
  const areMany = !isOneText(base.flat) && !isOneText(head.flat);
  return (old.lists === now.lists || !areMany) && isReadAlike({ base, head, lists, ...sending });
}
