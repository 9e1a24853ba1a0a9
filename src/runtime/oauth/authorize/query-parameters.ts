import { isWellEscaped } from '#runtime/rejection/is-well-escaped.ts';

/** The supported parameters of an authorization request; other parameters are ignored (RFC 6749 section 3.1). */
const knownParameters: ReadonlySet<string> = new Set([
  'client_id',
  'redirect_uri',
  'response_type',
  'response_mode',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'request',
  'request_uri',
  'prompt',
  'max_age',
]);

/** The supported parameters that a request contains. */
export interface QueryParameters {
  /** Parameters that are sent once and with a value; an empty parameter counts as absent. */
  readonly single: ReadonlyMap<string, string>;
  readonly repeated: ReadonlySet<string>;
  /** A query of the supported parameters, without its question mark, to repeat the request with. */
  readonly query: string;
}

/** Reads a query without its question mark; undefined if its percent-encoding is malformed or is not UTF-8. */
export function readQuery(query: string): QueryParameters | undefined {
  if (!isWellEscaped(query)) return undefined;
  // Begins with `&`, since URLSearchParams would drop a question mark at the beginning of the text.
  const known = [...new URLSearchParams(`&${query}`)].filter(([name]) => knownParameters.has(name));
  const names = known.map(([name]) => name);
  const repeated = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  const single = known.filter(([name, value]) => value !== '' && !repeated.has(name));
  return { single: new Map(single), repeated, query: new URLSearchParams(known).toString() };
}

/** The query without the prompts that are already answered. */
export function queryWithoutPrompts(query: string, answered: readonly string[]): string {
  const parameters = new URLSearchParams(query);
  const prompts = parameters.get('prompt')?.split(' ') ?? [];
  const others = prompts.filter((prompt) => !answered.includes(prompt));
  if (others.length > 0) parameters.set('prompt', others.join(' '));
  else parameters.delete('prompt');
  return parameters.toString();
}
