import { canonicalJson } from '../../../../compiled/canonical-json.ts';
import type { Json } from '../../../../compiled/json.ts';

/** Longer values are cut in messages. */
const mostShown = 60;

/** A value within a message: as JSON, in one line. */
export function showValue(value: Json): string {
  const text = canonicalJson(value);
  return text.length <= mostShown ? text : `${text.slice(0, mostShown - 1)}…`;
}
