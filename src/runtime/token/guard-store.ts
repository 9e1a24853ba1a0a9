import type { TokenStore } from '../ports/token-store.ts';

/** A token store that could not be reached; the cause is its own error. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
}

/** A store whose verbs reject with a StoreUnavailableError, so that an outage is told from a fault of ours. */
export function guardStore(store: TokenStore): TokenStore {
  return {
    putCode: (...putting) => guard(() => store.putCode(...putting)),
    takeCode: (...taking) => guard(() => store.takeCode(...taking)),
    openGrant: (...opening) => guard(() => store.openGrant(...opening)),
    findGrant: (...finding) => guard(() => store.findGrant(...finding)),
    rotate: (...rotating) => guard(() => store.rotate(...rotating)),
    claim: (...claiming) => guard(() => store.claim(...claiming)),
    revoke: (...revoking) => guard(() => store.revoke(...revoking)),
    revocations: () => guard(() => store.revocations()),
    onRevoked: (listener) => store.onRevoked(listener),
    close: () => store.close(),
  };
}

async function guard<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new StoreUnavailableError(`the store of codes and tokens cannot be reached: ${why}`, { cause });
  }
}
