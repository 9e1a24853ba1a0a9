import pluralize from 'pluralize';
import type { OperationNode, PathNode } from '#openapi/model.ts';
import { readWords } from '#compiler/rule/words/split-words.ts';
import { numberOf } from '#compiler/rule/words/word-number.ts';

/**
 * Whether the texts of all operations of a path begin with the verb and the object of a name: `Refund an order.` for
 * `refund_order`.
 */
export function saysAction({ operations }: PathNode, words: readonly string[]): boolean {
  return operations.length > 0 && operations.every((operation) => says(sentenceOf(operation), words));
}

/**
 * Words that precede the object of a verb, but do not follow a noun that looks like the verb: `reports the`, not
 * `reports of`.
 */
const determiners = new Set(
  readWords(
    'a all an any each every existing given its multiple new one some specific specified the their these this your',
  ),
);

function says(sentence: string, [verb = '', ...object]: readonly string[]): boolean {
  const [spoken = '', determiner = ''] = sentence.split(' ');
  if (!determiners.has(determiner) || !isForm(spoken, verb) || numberOf(verb) === 'plural') return false;
  const last = object.at(-1);
  if (last === undefined) return true;
  return sentence.includes(` ${pluralize.singular(last)}`) && !sentence.includes([verb, ...object].join(' '));
}

/** Whether a word is the verb, or its third person. */
function isForm(word: string, verb: string): boolean {
  return [verb, `${verb}s`, `${verb}es`, verb.replace(/y$/, 'ies')].includes(word);
}

/** The first sentence of an operation's summary, or of its description, in lower case. */
function sentenceOf(operation: OperationNode): string {
  const text = operation.text('summary') ?? operation.text('description') ?? '';
  const plain = text
    .slice(0, 500)
    .replaceAll(/<[^<>]*>/g, ' ')
    .toLowerCase();
  return (plain.split(/[.!?:;](?=\s|$)/)[0] ?? '').trim().replaceAll(/[^a-z0-9]+/g, ' ');
}
