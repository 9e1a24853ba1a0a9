import type { JsonObject } from '../../../compiled/json.ts';
import type { StructuralError } from './find-structural-errors.ts';
import { settleKinds } from './settle-kinds.ts';

/** Keywords that only say that something within did not fit. */
const summarising = new Set(['oneOf', 'anyOf', 'allOf', 'if', 'not', 'dependentSchemas', '$ref']);

/** The more of a choice's branches a keyword speaks for, the later it stands. */
const tellingOrder = [
  'additionalProperties',
  'type',
  'pattern',
  'format',
  'enum',
  'required',
  'const',
  // What an `if` looks at counts as unevaluated once that failed.
  'unevaluatedProperties',
];

/**
 * Of the flood that a failed `oneOf` makes, the errors that tell a person what is wrong: one a place, none
 * above a place that has one of its own, and none that only says a reference would have done too.
 */
export function chooseTelling(
  errors: readonly StructuralError[],
  contract: JsonObject,
): readonly StructuralError[] {
  const specific = errors.filter((error) => !summarising.has(error.keyword) && !asksForReference(error));
  const settled = settleKinds(specific, contract);
  const candidates = settled.length > 0 ? settled : errors;
  const best = new Map<string, StructuralError>();
  for (const error of byTelling(candidates)) {
    if (!best.has(error.instancePath)) best.set(error.instancePath, error);
  }
  const parents = new Set([...best.keys()].flatMap(properPrefixes));
  const chosen = new Set(best.values());
  return candidates.filter((error) => chosen.has(error) && !parents.has(error.instancePath));
}

/** The most telling first; of two alike the one on which more branches of a choice agree. */
function byTelling(errors: readonly StructuralError[]): readonly StructuralError[] {
  const votes = new Map<string, number>();
  for (const error of errors) votes.set(signatureOf(error), votesFor(error, votes) + 1);
  return errors.toSorted((a, b) => rankOf(a) - rankOf(b) || votesFor(b, votes) - votesFor(a, votes));
}

function votesFor(error: StructuralError, votes: ReadonlyMap<string, number>): number {
  return votes.get(signatureOf(error)) ?? 0;
}

function signatureOf({ instancePath, keyword, params }: StructuralError): string {
  return JSON.stringify([instancePath, keyword, params]);
}

function asksForReference({ keyword, params }: StructuralError): boolean {
  return keyword === 'required' && params['missingProperty'] === '$ref';
}

/** What a parameter may be depends on where it is passed, so that this comes first. */
function rankOf({ keyword, params }: StructuralError): number {
  if (keyword === 'required' && params['missingProperty'] === 'in') return -1;
  const rank = tellingOrder.indexOf(keyword);
  return rank === -1 ? tellingOrder.length : rank;
}

function properPrefixes(pointer: string): readonly string[] {
  const prefixes: string[] = [];
  for (let end = pointer.lastIndexOf('/'); end !== -1; end = pointer.lastIndexOf('/', end - 1)) {
    prefixes.push(pointer.slice(0, end));
    if (end === 0) break;
  }
  return prefixes;
}
