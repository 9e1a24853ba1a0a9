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
