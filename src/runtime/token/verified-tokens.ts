import type { VerifiedToken } from './token-context.ts';

/** A cache of recently verified tokens, by their text. */
export interface VerifiedTokens {
  get(text: string): VerifiedToken | undefined;
  set(token: VerifiedToken): void;
  delete(token: VerifiedToken): void;
}

/**
 * Caches the tokens that were used last: between half of the limit and the limit. A token that was used in the current
 * half is found by one lookup without a write. If two tokens have the same number, only the later one is cached, and
 * the other one must be verified again.
 */
export function rememberTokens(limit: number): VerifiedTokens {
  const most = Math.ceil(limit / 2);
  let recent = new Map<number, VerifiedToken>();
  let older = new Map<number, VerifiedToken>();
  const put = (number: number, token: VerifiedToken) => {
    if (recent.size >= most && !recent.has(number)) [older, recent] = [recent, new Map()];
    recent.set(number, token);
  };
  return {
    get: (text) => {
      const number = numberOf(text);
      const token = recent.get(number);
      if (token?.text === text) return token;
      const forgotten = older.get(number);
      if (forgotten?.text !== text) return undefined;
      put(number, forgotten);
      return forgotten;
    },
    set: (token) => put(numberOf(token.text), token),
    delete: ({ text }) => {
      const number = numberOf(text);
      recent.delete(number);
      older.delete(number);
    },
  };
}

/**
 * A number of 30 bits, from some of the last characters, which belong to the signature and are practically random. If a
 * map had the texts as keys, V8 would hash and intern each new token among all strings of the program, which costs
 * several times as much as the rest of the lookup.
 */
function numberOf(text: string): number {
  const end = text.length - 1;
  if (end < 6) return 0;
  let number = 0;
  // Without the last character, which carries only two bits.
  for (let index = end - 6; index < end; index++) {
    number = Math.imul(number, 67) + text.charCodeAt(index);
  }
  return number & 0x3f_ff_ff_ff;
}
