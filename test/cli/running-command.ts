import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { main, processEnv } from './run-gatewright.ts';

/** A command that runs until it is ended, as a separate process. */
export interface RunningCommand {
  /** What it has written so far, on both streams. */
  readonly written: () => string;
  /** Waits until it has written a text, and rejects if it ends before. */
  readonly until: (text: string) => Promise<void>;
  readonly signal: (name: NodeJS.Signals) => void;
  readonly pid: number | undefined;
  /** Its exit code, once it has ended. */
  readonly ended: Promise<number | null>;
}

/** Starts the gatewright of this checkout; if it outlives its test, even one that takes too long, it is killed. */
export function startCommand(
  cwd: string,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): RunningCommand {
  // Of two pipes the order of writing is unknown.
  const child = spawn('sh', ['-c', 'exec "$0" "$@" 2>&1', process.execPath, main, ...words], {
    cwd,
    env: { ...processEnv, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let written = '';
  const ended = once(child, 'close').then(() => child.exitCode);
  child.stdout.on('data', (chunk) => (written += String(chunk)));
  const until = async (text: string): Promise<void> => {
    while (!written.includes(text)) {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`it has ended:\n${written}`);
      await Promise.race([once(child.stdout, 'data'), ended]);
    }
  };
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return {
    written: () => written,
    until,
    signal: (name) => void child.kill(name),
    pid: child.pid,
    ended,
  };
}
