import type { ErrorObject } from 'ajv';

type StructuralError = Pick<ErrorObject, 'instancePath' | 'keyword' | 'params' | 'message'>;

/** Keywords that only say that something within did not fit. */
const summarising = new Set(['oneOf', 'anyOf', 'allOf', 'if', 'not', 'dependentSchemas', '$ref']);

/** The more of a choice's branches a keyword speaks for, the later it stands. */
const tellingOrder = [
  'additionalProperties',
  'unevaluatedProperties',
  'type',
  'pattern',
  'format',
  'enum',
  'required',
  'const',
];

/**
 * Of the flood that a failed `oneOf` makes, the errors that tell a person what is wrong: one a place, none
 * above a place that has one of its own, and none that only says a reference would have done too.
 */
export function chooseTelling(errors: readonly StructuralError[]): readonly StructuralError[] {
  const specific = errors.filter((error) => !summarising.has(error.keyword) && !asksForReference(error));
  const best = new Map<string, StructuralError>();
  for (const error of specific.length > 0 ? specific : errors) {
    const known = best.get(error.instancePath);
    if (!known || rankOf(error) < rankOf(known)) best.set(error.instancePath, error);
  }
  const parents = new Set([...best.keys()].flatMap(properPrefixes));
  return [...best.values()].filter(({ instancePath }) => !parents.has(instancePath));
}

function asksForReference({ keyword, params }: StructuralError): boolean {
  return keyword === 'required' && params['missingProperty'] === '$ref';
}

function rankOf({ keyword }: StructuralError): number {
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
