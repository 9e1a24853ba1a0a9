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

/** Remembers so many tokens; beyond, the one that was asked for longest ago goes. */
export function rememberTokens(limit: number): VerifiedTokens {
  const tokens = new Map<string, VerifiedToken>();
  return {
    get: (token) => {
      const verified = tokens.get(token);
      if (verified) moveToEnd(tokens, token, verified);
      return verified;
    },
    set: (token, verified) => {
      moveToEnd(tokens, token, verified);
      if (tokens.size > limit) dropOldest(tokens);
    },
    delete: (token) => void tokens.delete(token),
  };
}

/** A Map keeps the order in which its keys were set, so that the first one is the least recently used. */
function moveToEnd<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
}

function dropOldest(map: Map<string, unknown>): void {
  for (const key of map.keys()) {
    map.delete(key);
    return;
  }
}
