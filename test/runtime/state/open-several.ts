import { onTestFinished } from 'vitest';
import type { Clock } from '#runtime/ports/clock.ts';
import type { TokenStore } from '#runtime/ports/token-store.ts';

/** One state, which several stores can be opened on. */
export interface State {
  /** In this process. */
  open(clock: Clock): Promise<TokenStore>;
  /** In other processes, each by the clock of this machine. */
  readonly openElsewhere?: () => Promise<TokenStore>;
}

export type MakeState = () => Promise<State>;

/** Several connections to one state, of other processes too if they can share it. */
export async function openSeveral(makeState: MakeState): Promise<readonly TokenStore[]> {
  const state = await makeState();
  const here = [state.open(Date.now), state.open(Date.now)];
  const elsewhere = state.openElsewhere ? [state.openElsewhere(), state.openElsewhere()] : [];
  return (await Promise.all([...here, ...elsewhere])).map(closeAfterTest);
}

/** Closes a store when the test ends. */
export function closeAfterTest(store: TokenStore): TokenStore {
  onTestFinished(() => store.close());
  return store;
}
