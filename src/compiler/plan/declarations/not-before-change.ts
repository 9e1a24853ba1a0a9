import type { Affected, Subject } from '../change.ts';
import { timeOf } from '../wording/describe-value.ts';
import { declarationChange, type FoundChange } from './declaration-change.ts';

interface NotBeforeChange {
  readonly subject: Subject;
  /** The owner of the tokens, as `of DogWalker`; empty for all tokens. */
  readonly whose: string;
  readonly path: readonly string[];
  readonly writtenAt?: readonly string[];
  /** Seconds since 1970. */
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  readonly affected: readonly Affected[];
}

/**
 * The change of a date before which tokens are rejected: a later date revokes tokens, an earlier one lifts a
 * revocation.
 */
export function notBeforeChange({ whose, before, after, ...change }: NotBeforeChange): FoundChange {
  const isLater = after !== undefined && (before === undefined || after > before);
  return declarationChange({
    ...change,
    id: isLater ? 'tokens-revoked' : 'revocation-lifted',
    message: isLater ? revoked(whose, after) : lifted(whose, before, after),
    before: before === undefined ? undefined : timeOf(before),
    after: after === undefined ? undefined : timeOf(after),
  });
}

function revoked(whose: string, after: number): string {
  return `${tokens('Tokens', whose)} issued before ${timeOf(after)} were revoked`;
}

function lifted(whose: string, before = 0, after?: number): string {
  const period =
    after === undefined ? `before ${timeOf(before)}` : `between ${timeOf(after)} and ${timeOf(before)}`;
  return `The revocation of ${tokens('tokens', whose)} issued ${period} was lifted`;
}

function tokens(word: string, whose: string): string {
  return whose === '' ? word : `${word} ${whose}`;
}
