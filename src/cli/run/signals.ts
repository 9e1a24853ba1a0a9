import { isatty } from 'node:tty';

/**
 * Calls `reload` on every SIGHUP, until it is disposed of. A closing terminal sends SIGHUP too: if a terminal of this
 * process is closed, the signal ends the process as usual.
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

/** A signal that requests the process to stop. */
interface StopSignal extends Disposable {
  readonly received: Promise<void>;
  /** Aborted when the signal is received. */
  readonly signal: AbortSignal;
}

/**
 * Listens for stop signals from now on, so that none is missed while something starts. After the first signal, or after
 * disposal, signals have their default effect again: a second signal ends the process.
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
