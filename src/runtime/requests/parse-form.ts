import { isWellEscaped } from '#runtime/rejection/is-well-escaped.ts';
import type { OAuthRefusal } from '#runtime/rejection/oauth-refusals.ts';

/** The parameters of a request by name; one without a value counts as absent (RFC 6749 section 3.2). */
export type Form = ReadonlyMap<string, string>;

/** The largest form that the store shows, one with a choice among hundreds of scopes, has fewer. */
const mostParameters = 1000;

/** Parses an application/x-www-form-urlencoded body, more strictly than the URL standard: see the refusals. */
export function parseForm(body: string): Form | OAuthRefusal {
  // Parsing very many takes seconds, in which no call is answered.
  if (hasMany(body) || !isWellEscaped(body)) return { refused: 'form_malformed' };
  const form = new Map<string, string>();
  const names = new Set<string>();
  // Of a text that begins with a question mark, URLSearchParams would drop that.
  for (const [name, value] of new URLSearchParams(`&${body}`)) {
    if (names.has(name)) return { refused: 'parameter_repeated' };
    names.add(name);
    if (value !== '') form.set(name, value);
  }
  return form;
}

function hasMany(body: string): boolean {
  let count = 1;
  for (let at = body.indexOf('&'); at !== -1 && count <= mostParameters; at = body.indexOf('&', at + 1))
    count += 1;
  return count > mostParameters;
}
