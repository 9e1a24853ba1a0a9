import { canonicalJson } from '#compiled/canonical-json.ts';
import type { Json } from '#compiled/json.ts';

/** The maximum length of a value in a message. */
const maxShown = 60;

/** A value as JSON in one line, for messages. */
export function showValue(value: Json): string {
  const text = canonicalJson(value);
  return text.length <= maxShown ? text : `${text.slice(0, maxShown - 1)}…`;
}
