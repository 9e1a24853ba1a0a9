import type { TokenClaims } from './claims.ts';

/** A token whose signature was good, and the key that it was good for. */
interface VerifiedToken {
  readonly claims: TokenClaims;
  readonly keyId: string;
}

/** The tokens that were verified lately, by their text. */
export interface VerifiedTokens {
  get(token: string): VerifiedToken | undefined;
  set(token: string, verified: VerifiedToken): void;
  delete(token: string): void;
}

/**
 * Remembers at least half as many tokens as the limit says, those asked for last, and no more than that. What was asked
 * for in the current half of its time is found in one look and nothing is written; so a key stays the text that it was
 * first, and does not make each new text of the same token long-lived.
 */
export function rememberTokens(limit: number): VerifiedTokens {
  const most = Math.ceil(limit / 2);
  let recent = new Map<string, VerifiedToken>();
  let older = new Map<string, VerifiedToken>();
  const set = (token: string, verified: VerifiedToken) => {
    if (recent.size >= most && !recent.has(token)) [older, recent] = [recent, new Map()];
    recent.set(token, verified);
  };
  return {
    get: (token) => {
      const verified = recent.get(token);
      if (verified) return verified;
      const forgotten = older.get(token);
      if (forgotten) set(token, forgotten);
      return forgotten;
    },
    set,
    delete: (token) => {
      recent.delete(token);
      older.delete(token);
    },
  };
}
