import type { VerifiedToken } from './token-context.ts';

/** The tokens that were verified lately, by their text. */
export interface VerifiedTokens {
  get(text: string): VerifiedToken | undefined;
  set(token: VerifiedToken): void;
  delete(token: VerifiedToken): void;
}

/**
 * Remembers at least half as many tokens as the limit says, the last used ones, and no more than that. A token used in
 * the current half of its time is found in one lookup without a write. Of two tokens that are known by the same number
 * the later one is remembered, and the other has to be verified again.
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
 * Of 30 bits, from some of the last characters, which belong to the signature and are practically random. A map by the
 * texts themselves would have each new text of a token hashed and interned among all strings of the program, which
 * costs several times what all else does.
 */
function numberOf(text: string): number {
  const end = text.length - 1;
  if (end < 6) return 0;
  let number = 0;
  // The very last one carries two bits.
  for (let index = end - 6; index < end; index++) {
    number = Math.imul(number, 67) + text.charCodeAt(index);
  }
  return number & 0x3f_ff_ff_ff;
}
