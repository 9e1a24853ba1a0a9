const signals = ['SIGINT', 'SIGTERM'] as const;

/** That the process is asked to stop. */
export interface StopSignal extends Disposable {
  readonly received: Promise<void>;
  /** Aborted when it is received. */
  readonly signal: AbortSignal;
}

/**
 * Listens for the wish to stop, from now on, so that none is missed while something starts. Once it has come, or is
 * no longer waited for, signals have their usual effect again: a second one ends the process.
 */
export function awaitStopSignal(): StopSignal {
  const { promise, resolve } = Promise.withResolvers<void>();
  const controller = new AbortController();
  const release = (): void => {
    for (const signal of signals) process.off(signal, stop);
  };
  const stop = (): void => {
    release();
    resolve();
    controller.abort();
  };
  for (const signal of signals) process.on(signal, stop);
  return { received: promise, signal: controller.signal, [Symbol.dispose]: release };
}
