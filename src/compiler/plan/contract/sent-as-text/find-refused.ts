import type { ContractChangeId } from '../contract-change-kinds.ts';
import { pointerOf, type Direction } from '../schemas/schema-fact.ts';
import { showValue } from '../schemas/show-value.ts';
import { acceptsSent, type DeclaredText, type SentTexts } from './declared-text.ts';
import { textsAtBorders } from './written-texts.ts';

/** How a value that is sent as text is declared in both documents. */
export interface TextPair {
  readonly base: DeclaredText;
  readonly head: DeclaredText;
}

/** Finds what base accepts and head refuses in a request, or what head may return and base does not know. */
export function findRefused({ base, head }: TextPair, direction: Direction): SentTexts | undefined {
  const [sends, takes] = direction === 'request' ? [base, head] : [head, base];
  return textsAtBorders([sends, takes]).find(
    (sent) => acceptsSent(sends, sent, direction) && !acceptsSent(takes, sent, direction),
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
