import { visit, type Document } from 'yaml';
import type { Json } from '#compiled/json.ts';
import { exactTextOf } from './number-texts.ts';

/** A number in place of whose value its text is wanted. */
class ExactNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * The texts of the numbers in a document of the `yaml` library that JSON.stringify would write differently. Afterwards,
 * the document has these texts in place of the values.
 */
export function numberTextsOf(document: Document.Parsed): Json | undefined {
  let hasTexts = false;
  visit(document, {
    Scalar: (_key, scalar) => {
      const { value, source = '' } = scalar;
      const text = typeof value === 'number' ? exactTextOf(source) : undefined;
      if (text !== undefined) scalar.value = new ExactNumber(text);
      hasTexts ||= scalar.value instanceof ExactNumber;
    },
  });
  // The library resolves aliases and merges, as it did for the values.
  return hasTexts ? collectTexts(document.toJS({ maxAliasCount: -1 }), new Map()) : undefined;
}

/** `known` has the results of values that aliases repeat. */
function collectTexts(value: unknown, known: Map<object, Json | undefined>): Json | undefined {
  if (value instanceof ExactNumber) return value.text;
  if (typeof value !== 'object' || value === null) return undefined;
  if (!known.has(value)) known.set(value, collectMembers(value, known));
  return known.get(value);
}

function collectMembers(value: object, known: Map<object, Json | undefined>): Json | undefined {
  const members = Object.entries(value).flatMap(([name, member]) => {
    const texts = collectTexts(member, known);
    return texts === undefined ? [] : [[name, texts] as const];
  });
  return members.length === 0 ? undefined : Object.fromEntries(members);
}
