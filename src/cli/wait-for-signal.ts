const signals = ['SIGINT', 'SIGTERM'] as const;

/** Waits to be asked to stop. From then on signals have their usual effect again: a second one ends the process. */
export function waitForSignal(): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => {
      for (const signal of signals) process.off(signal, stop);
      resolve();
    };
    for (const signal of signals) process.on(signal, stop);
  });
}
