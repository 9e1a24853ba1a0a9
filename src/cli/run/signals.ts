import { isatty } from 'node:tty';

/**
 * Calls `reload` at every SIGHUP, until it is disposed of. A terminal that closes sends it too: who has lost one that
 * was there ends as usual.
 */
export function onReloadSignal(reload: () => void): Disposable {
  const terminals = [0, 1, 2].filter((descriptor) => isatty(descriptor));
  const release = () => void process.off('SIGHUP', hear);
  const hear = () => {
    if (terminals.every((descriptor) => isatty(descriptor))) return reload();
    release();
    process.kill(process.pid, 'SIGHUP');
  };
  process.on('SIGHUP', hear);
  return { [Symbol.dispose]: release };
}

const signals = ['SIGINT', 'SIGTERM'] as const;

/** The process received a request to stop. */
interface StopSignal extends Disposable {
  readonly received: Promise<void>;
  /** Aborted when it is received. */
  readonly signal: AbortSignal;
}

/**
 * Listens for signals to stop, from now on, so that none is missed while something starts. After one, or is no longer
 * waited for, signals have their usual effect again: a second one ends the process.
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
