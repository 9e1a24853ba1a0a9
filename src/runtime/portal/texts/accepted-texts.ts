import { countOf, wordFor } from './quantities.ts';

/** The texts about errors of design rules in a document that go into the baseline. */
export const acceptedTexts = {
  field: 'Accept the errors of design rules in this document',
  hint: 'For a document that you cannot change, such as that of another company. The errors go into gatewright-baseline.json, where reviewers see them, and further ones are refused. A document that the gateway cannot serve is refused in any case.',
  count: (count: number) =>
    `${countOf(count, 'error')} of design rules in the document ${wordFor(count, 'goes', 'go')} into gatewright-baseline.json.`,
} as const;
