import { isJsonObject, type Json } from '../../../compiled/json.ts';

/** A text without what stands before the `@` of a URL, where people put passwords in spite of all. */
export function hideCredentials(text: string): string {
  return text.replace(/(:\/\/)[^/?#\s]*@/g, '$1***@');
}

/** As `hideCredentials`, in every text of a value. */
export function withoutCredentials(value: Json): Json {
  if (typeof value === 'string') return hideCredentials(value);
  if (Array.isArray(value)) return (value as readonly Json[]).map(withoutCredentials);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withoutCredentials(member)]),
  );
}
