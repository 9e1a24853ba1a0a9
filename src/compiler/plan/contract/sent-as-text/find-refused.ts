import type { ContractChangeId } from '../contract-change-kinds.ts';
import type { SchemaNode } from '../keywords/facts/flat-schema.ts';
import { pointerOf, type Direction } from '../keywords/facts/schema-fact.ts';
import { showValue } from '../keywords/facts/show-value.ts';
import { bordersOf, type BordersFound, maxLength } from './border-texts.ts';
import { acceptsSent, type DeclaredText, type SentTexts } from './declared-text.ts';
import type { AssumedTests } from '../keywords/facts/text-tests.ts';
import { samplesAtBorders, type Sample } from './written-texts.ts';
import { hasConditions } from '../keywords/conditions/conditions.ts';
import { hasFirstItems } from '../keywords/items.ts';
import { hasPatterns } from '../keywords/property-facts.ts';
import { hasChoices } from '../keywords/resolve-choices.ts';
import { hasUnevaluated } from '../keywords/unevaluated.ts';
import { isOfTexts, maxLengthOf, minLengthOf } from '#openapi/schema/formats.ts';
import { tighteningPatterns } from '../keywords/texts.ts';

/** The maximum number of patterns and formats that are combined. */
const maxTests = 5;

/** Texts with a unique reading, which no other text can represent. */
const unique: ReadonlySet<string> = new Set(['', 'true', 'false']);

/** Texts of numbers, which of all string formats only `byte` may allow. */
const numeric = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d{1,4})?$/;

/** The declarations of a value that is sent as text, in both documents. */
export interface TextPair {
  readonly base: DeclaredText;
  readonly head: DeclaredText;
}

/** The verdict on the texts that base accepts in a request, or that head may return. */
export interface TextVerdict {
  /** A sample that the other side refuses; undefined if none was found. */
  readonly refused: SentTexts | undefined;
  /** Whether the other side certainly accepts all these texts. */
  readonly isAccepted: boolean;
}

const known = new WeakMap<SchemaNode, Map<string, TextVerdict>>();

/** The verdict on a pair of declarations. It is cached, since many operations may share a declaration. */
export function evaluateTexts(pair: TextPair, direction: Direction): TextVerdict {
  const { base, head } = pair;
  const verdicts = known.get(base.schema) ?? new Map<string, TextVerdict>();
  known.set(base.schema, verdicts);
  const key = JSON.stringify([head.schema.id, direction, ...[base, head].map(keyOf)]);
  const verdict = verdicts.get(key) ?? evaluate(pair, direction);
  verdicts.set(key, verdict);
  return verdict;
}

function keyOf({ name, location, serialisation, isRequired, allowsEmpty }: DeclaredText): readonly unknown[] {
  return [name, location, serialisation, isRequired, allowsEmpty];
}

/** Evaluates sent texts by samples at the borders of what both sides accept, read as in the gateway. */
function evaluate({ base, head }: TextPair, direction: Direction): TextVerdict {
  const [sender, takes] = direction === 'request' ? [base, head] : [head, base];
  // Changes of `allowsEmpty` are compared separately.
  const sends = { ...sender, allowsEmpty: takes.allowsEmpty };
  if (sends.writing === 'json' || takes.writing === 'json') return { refused: undefined, isAccepted: false };
  const borders = bordersOf([sends.schema, takes.schema]);
  const { all, areFilled } = samplesAtBorders(sends, takes, borders, direction);
  const isRefused = (sent: SentTexts, assumed?: AssumedTests) => {
    const checking = { direction, ...(assumed && { assumed }) };
    return acceptsSent(sends, sent, checking) && !acceptsSent(takes, sent, checking);
  };
  const refused = all.find(({ sent }) => isRefused(sent))?.sent;
  if (refused !== undefined) return { refused, isAccepted: false };
  let isAccepted: boolean | undefined;
  return {
    refused,
    get isAccepted() {
      return (isAccepted ??=
        areFilled &&
        areDecided(sends, takes, borders) &&
        !all.some((sample) => mayBeRefused(sample, borders, isRefused)));
    },
  };
}

/** Whether a text of the same kind as a sample would be refused if it passed other patterns and formats. */
function mayBeRefused(
  { sent, varied }: Sample,
  borders: BordersFound,
  isRefused: (sent: SentTexts, assumed: AssumedTests) => boolean,
): boolean {
  return (
    !borders.texts.has(varied) && assumptionsOf(varied, borders).some((assumed) => isRefused(sent, assumed))
  );
}

/** The change for a text that is now refused, or that responses did not contain before. */
export function reportRefused({ base, head }: TextPair, sent: SentTexts, direction: Direction) {
  const isRequest = direction === 'request';
  const shown = describeSent(sent);
  const id: ContractChangeId = isRequest ? 'request-constraint-added' : 'response-constraint-removed';
  return {
    id,
    action: 'change',
    ...(isRequest ? { before: shown } : { after: shown }),
    what: isRequest ? `no longer accepts ${showValue(shown)}` : `may be ${showValue(shown)}`,
    at: { base: pointerOf(base.schema), head: pointerOf(head.schema) },
  } as const;
}

function describeSent(sent: SentTexts): string {
  return typeof sent === 'string' ? sent : sent.map((pair) => pair.join('=')).join('&');
}

/**
 * Whether samples at the borders represent all texts that may be sent: each listed text and one text on each side of
 * each limit, with every combination of patterns and formats.
 */
function areDecided(sends: DeclaredText, takes: DeclaredText, borders: BordersFound): boolean {
  // The gateway accepts an opaque value unread, but its document may restrict it.
  if (takes.writing === 'opaque' || !areFew(borders)) return false;
  const isSplit = takes.writing === 'list' || takes.writing === 'repeated';
  if (takes.writing === 'scalar')
    return sends.writing === 'scalar' || (sends.writing !== 'opaque' && borders.lengths.size === 0);
  if (isSplit && sends.writing === 'scalar') return isPlainList(takes.schema);
  if (sends.writing !== takes.writing) return false;
  if (isSplit) return isPlainList(sends.schema) && isPlainList(takes.schema);
  return isPlainObject(sends.schema) && isPlainObject(takes.schema);
}

function areFew(borders: BordersFound): boolean {
  const { isWhole, factors, lengths, counts, names } = borders;
  const { patterns, formats } = testsIn(borders);
  const areShort =
    [...lengths].every((length) => length < maxLength) && [...counts].every((count) => count <= 10);
  return (
    isWhole &&
    areShort &&
    factors.size <= 1 &&
    names.size <= 20 &&
    patterns.length + formats.length <= maxTests
  );
}

/** Whether a list is refused only for a single item or for the number of items. */
function isPlainList({ flat }: SchemaNode): boolean {
  return !hasChoices(flat) && !hasConditions(flat) && !hasFirstItems(flat) && !hasUnevaluated(flat);
}

/** Whether an object is refused only for a single member or for a missing one. */
function isPlainObject({ flat }: SchemaNode): boolean {
  return !hasChoices(flat) && !hasConditions(flat) && !hasPatterns(flat) && !hasUnevaluated(flat);
}

/** The patterns and formats that distinguish texts. */
function testsIn({ patterns, formats }: BordersFound): {
  readonly patterns: readonly string[];
  readonly formats: readonly string[];
} {
  return {
    patterns: tighteningPatterns(patterns, new Set()),
    formats: [...formats].filter(isOfTexts),
  };
}

/** All combinations of test results for texts that are read as the same value as a text, or have the same length. */
function assumptionsOf(text: string, borders: BordersFound): readonly AssumedTests[] {
  if (unique.has(text)) return [];
  const { patterns, formats } = testsIn(borders);
  const { length } = [...text];
  const possible = formats.filter((format) => mayHaveFormat(text, format, length));
  return combinationsOf([...patterns, ...possible].length).map((passed) => ({
    text,
    patterns: new Map(patterns.map((pattern, index) => [pattern, passed[index] === true])),
    formats: new Map(
      formats.map((format) => [
        format,
        passed[patterns.length + possible.indexOf(format)] === true && possible.includes(format),
      ]),
    ),
  }));
}

function mayHaveFormat(text: string, format: string, length: number): boolean {
  if (numeric.test(text)) return format === 'byte';
  return length >= minLengthOf(format) && length <= maxLengthOf(format);
}

/** All lists of `count` booleans. */
function combinationsOf(count: number): readonly (readonly boolean[])[] {
  return Array.from({ length: 2 ** count }, (_, bits) =>
    Array.from({ length: count }, (__, index) => ((bits >> index) & 1) === 1),
  );
}
