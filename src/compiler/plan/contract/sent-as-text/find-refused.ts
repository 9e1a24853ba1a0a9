import type { ContractChangeId } from '../contract-change-kinds.ts';
import type { SchemaNode } from '../keywords/facts/flat-schema.ts';
import { pointerOf, type Direction } from '../keywords/facts/schema-fact.ts';
import { showValue } from '../keywords/facts/show-value.ts';
import { bordersOf, type BordersFound } from './border-texts.ts';
import { areDecided } from './are-decided.ts';
import { acceptsSent, type DeclaredText, type SentTexts } from './declared-text.ts';
import { assumptionsOf } from './assumptions-of-texts.ts';
import type { AssumedTests } from '../keywords/facts/text-tests.ts';
import { samplesAtBorders, type Sample } from './written-texts.ts';

/** How a value that is sent as text is declared in both documents. */
export interface TextPair {
  readonly base: DeclaredText;
  readonly head: DeclaredText;
}

/** What is known of the texts that base accepts in a request, or that head may return. */
export interface TextVerdict {
  /** Something that the other side refuses. */
  readonly refused: SentTexts | undefined;
  /** Whether it is certain that the other side accepts all of them. */
  readonly isAccepted: boolean;
}

const known = new WeakMap<SchemaNode, Map<string, TextVerdict>>();

/** The verdict on a pair of declarations, which many operations may share. */
export function judgeTexts(pair: TextPair, direction: Direction): TextVerdict {
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

/** Evaluates what is sent by samples at the borders of what both sides accept, as the gateway reads them. */
function evaluate({ base, head }: TextPair, direction: Direction): TextVerdict {
  const [sender, takes] = direction === 'request' ? [base, head] : [head, base];
  // Whether a value may be left empty is compared by itself.
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

/** Whether a text like that of a sample, which passes other patterns and formats, would be refused. */
function mayBeRefused(
  { sent, varied }: Sample,
  borders: BordersFound,
  isRefused: (sent: SentTexts, assumed: AssumedTests) => boolean,
): boolean {
  return (
    !borders.texts.has(varied) && assumptionsOf(varied, borders).some((assumed) => isRefused(sent, assumed))
  );
}

/** The change that a text is refused now, or was not known before. */
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
