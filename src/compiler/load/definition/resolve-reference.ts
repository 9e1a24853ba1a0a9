import { posix } from 'node:path';
import { isJsonObject } from '../../../compiled/json.ts';
import { appendPointer, splitPointer, type Place } from '../../../source/place.ts';

/** Gives the root value of a file: `pending` before it was read, undefined where that failed. */
export type RootOf = (file: string) => unknown;
export const pending = Symbol('a file that is still to be read');

/** Where a `$ref` leads; or the file that must be read first; or why it leads nowhere. */
export type Resolution =
  | { readonly target: Place; readonly value: unknown }
  | { readonly needs: string }
  | { readonly problem: ReferenceProblem };

export interface ReferenceProblem {
  readonly code: 'reference-remote' | 'reference-missing' | 'reference-cycle' | 'reference-unsupported';
  readonly message: string;
  readonly help: string;
}

/** Resolves the text of a `$ref` that stands in a file, through further `$ref`s on the way of its pointer. */
export function resolveReference(reference: string, from: string, rootOf: RootOf): Resolution {
  return resolveOnce(reference, from, rootOf, new Set());
}

function resolveOnce(reference: string, from: string, rootOf: RootOf, seen: Set<string>): Resolution {
  const parsed = parseReference(reference, from);
  if ('problem' in parsed) return parsed;
  const key = `${parsed.file}#${parsed.tokens.join('/')}`;
  if (seen.has(key)) return { problem: cycleOf(reference) };
  seen.add(key);
  const root = rootOf(parsed.file);
  if (root === pending) return { needs: parsed.file };
  if (root === undefined) return { problem: missing(reference, `there is no readable file ${parsed.file}`) };
  return followTokens(
    root,
    { file: parsed.file, document: 0, pointer: '' },
    parsed.tokens,
    reference,
    rootOf,
    seen,
  );
}

function followTokens(
  value: unknown,
  place: Place,
  tokens: readonly string[],
  reference: string,
  rootOf: RootOf,
  seen: Set<string>,
): Resolution {
  const [token, ...rest] = tokens;
  if (token === undefined) return { target: place, value };
  const member = memberOf(value, token);
  if (member !== undefined) {
    const at = { ...place, pointer: appendPointer(place.pointer, token) };
    return followTokens(member, at, rest, reference, rootOf, seen);
  }
  if (!isJsonObject(value) || typeof value['$ref'] !== 'string') {
    return { problem: missing(reference, `there is no \`${token}\` at ${place.file}#${place.pointer}`) };
  }
  const next = resolveOnce(value['$ref'], place.file, rootOf, seen);
  return 'target' in next ? followTokens(next.value, next.target, tokens, reference, rootOf, seen) : next;
}

function memberOf(value: unknown, token: string): unknown {
  if (Array.isArray(value)) return /^\d+$/.test(token) ? value[Number(token)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
}

interface ParsedReference {
  readonly file: string;
  readonly tokens: readonly string[];
}

function parseReference(
  reference: string,
  from: string,
): ParsedReference | { readonly problem: ReferenceProblem } {
  if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(reference)) return { problem: remote(reference) };
  const [path = '', fragment = ''] = reference.split('#', 2);
  if (fragment !== '' && !fragment.startsWith('/')) return { problem: anchor(reference) };
  try {
    const file = path === '' ? from : posix.join(posix.dirname(from), decodeURIComponent(path));
    return { file, tokens: splitPointer(fragment).map(decodeURIComponent) };
  } catch {
    return { problem: missing(reference, 'it is not encoded as a URL is') };
  }
}

/** A chain of references that only reaches itself. */
export function cycleOf(reference: string): ReferenceProblem {
  return {
    code: 'reference-cycle',
    message: `The reference ${reference} only leads back to itself.`,
    help: 'Let one of the chain hold the thing itself; a schema may well refer to itself from one of its properties.',
  };
}

function missing(reference: string, why: string): ReferenceProblem {
  return {
    code: 'reference-missing',
    message: `The reference ${reference} leads nowhere: ${why}.`,
    help: 'Check the spelling; files are relative to the one that the reference stands in.',
  };
}

function remote(reference: string): ReferenceProblem {
  return {
    code: 'reference-remote',
    message: `The reference ${reference} is a URL, and nothing is fetched.`,
    help: 'Keep a copy beside the definition and refer to that.',
  };
}

function anchor(reference: string): ReferenceProblem {
  return {
    code: 'reference-unsupported',
    message: `The reference ${reference} names an anchor.`,
    help: 'Refer by a JSON pointer: #/components/schemas/Name.',
  };
}
