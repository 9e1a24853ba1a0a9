import type { Affected, Subject } from '../../change.ts';
import { timeOf } from '../../wording/describe-value.ts';
import { declarationChange, type FoundChange } from '../declaration-change.ts';

interface NotBeforeChange {
  readonly subject: Subject;
  /** Whose tokens, as `of DogWalker`; all where it is empty. */
  readonly whose: string;
  readonly path: readonly string[];
  readonly writtenAt?: readonly string[];
  /** Seconds since 1970. */
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  readonly affected: readonly Affected[];
}

/** Another date before which tokens are refused: a later one revokes tokens, an earlier one makes some good again. */
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
  return `${tokens('Tokens', whose)} that were issued before ${timeOf(after)} are refused`;
}

function lifted(whose: string, before = 0, after?: number): string {
  const since = after === undefined ? '' : ` from ${timeOf(after)} on and`;
  return `${tokens('Tokens', whose)} that were issued${since} before ${timeOf(before)} are good again, as long as they have not expired`;
}

function tokens(word: string, whose: string): string {
  return whose === '' ? word : `${word} ${whose}`;
}
