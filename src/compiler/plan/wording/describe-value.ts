import { isJsonObject, type Json } from '#compiled/json.ts';
import { describeDuration, describeSize } from './describe-quantity.ts';

/**
 * Formats a setting for messages, without credentials: numbers with the unit at the end of the setting's name, secrets
 * as their source.
 */
export function describeValue(name: string, value: Json | undefined): string {
  if (value === undefined) return 'none';
  if (typeof value === 'number') return describeNumber(name, value);
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (Array.isArray(value)) return describeList(name, value);
  if (isJsonObject(value)) return describeObject(value);
  return typeof value === 'string' && value !== '' ? value : JSON.stringify(value);
}

function describeNumber(name: string, value: number): string {
  if (name.endsWith('Ms')) return describeDuration(value);
  if (name.endsWith('Seconds')) return describeDuration(value * 1000);
  return name.endsWith('Bytes') ? describeSize(value) : String(value);
}

function describeList(name: string, items: readonly Json[]): string {
  if (items.length === 0) return 'none';
  const separator = items.some(isJsonObject) ? '; ' : ', ';
  return items.map((item) => describeValue(name, item)).join(separator);
}

function describeObject(value: { readonly [name: string]: Json }): string {
  if (typeof value['fromEnv'] === 'string') return `env ${value['fromEnv']}`;
  if (typeof value['fromFile'] === 'string') return `file ${value['fromFile']}`;
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return members.map(([name, member]) => `${name} ${describeValue(name, member)}`).join(', ');
}

/** Formats a time in seconds since 1970 as RFC 3339 in UTC; midnight as the date only. */
export function timeOf(seconds: number): string {
  const text = new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
  return text.endsWith('T00:00:00Z') ? text.slice(0, -'T00:00:00Z'.length) : text;
}

/** Describes a change: `A → B`; if only one side has a value, `was added (B)` or `was removed (A)`. */
export function describeTransition(before: string | undefined, after: string | undefined): string {
  if (before === undefined) return `was added (${after})`;
  return after === undefined ? `was removed (${before})` : `${before} → ${after}`;
}

/** Hides the user information in URLs, which may contain passwords. */
export function hideCredentials(text: string): string {
  return text.replace(/(:\/\/)[^/?#\s]*@/g, '$1***@');
}

/** Applies `hideCredentials` to every text in a value. */
export function withoutCredentials(value: Json): Json {
  if (typeof value === 'string') return hideCredentials(value);
  if (Array.isArray(value)) return (value as readonly Json[]).map(withoutCredentials);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withoutCredentials(member)]),
  );
}

/** The maximum number of names in a sentence that is cut. */
const most = 5;

/** `A`, `A and B`, or `A, B, C, D, E and 12 more`. */
export function nameSome(names: readonly string[]): string {
  const shown = names.slice(0, names.length > most + 1 ? most : most + 1);
  const more = names.length - shown.length;
  const words = more > 0 ? [...shown, `${more} more`] : shown;
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
