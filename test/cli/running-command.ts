import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import type { AtEnd } from '../platform/in-folder.ts';
import { main, processEnv } from './run-gatewright.ts';

/** A command that runs until it is ended, as a separate process. */
export interface RunningCommand {
  /** What it has written so far, on both streams. */
  readonly written: () => string;
  /** Waits until it has written a text, and rejects if it ends before. */
  readonly until: (text: string | RegExp) => Promise<void>;
  readonly signal: (name: NodeJS.Signals) => void;
  readonly pid: number | undefined;
  /** Its exit code, once it has ended. */
  readonly ended: Promise<number | null>;
}

interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** The script that Node runs. */
  readonly file?: string;
  /** What is started in place of a script. */
  readonly program?: readonly string[];
  readonly atEnd?: AtEnd;
}

/** Starts the gatewright of this checkout; if it outlives its test, even one that takes too long, it is killed. */
export function startCommand(
  cwd: string,
  words: readonly string[],
  { env = {}, file = main, program = [process.execPath, file], atEnd = onTestFinished }: StartOptions = {},
): RunningCommand {
  // Of two pipes the order of writing is unknown.
  const child = spawn('sh', ['-c', 'exec "$0" "$@" 2>&1', ...program, ...words], {
    cwd,
    env: { ...processEnv, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let written = '';
  const ended = once(child, 'close').then(() => child.exitCode);
  child.stdout.on('data', (chunk) => (written += String(chunk)));
  const until = async (text: string | RegExp): Promise<void> => {
    while (!(typeof text === 'string' ? written.includes(text) : text.test(written))) {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`it has ended:\n${written}`);
      await Promise.race([once(child.stdout, 'data'), ended]);
    }
  };
  atEnd(async () => {
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

/** What a gateway that logs in JSON says when it listens. */
interface Listening {
  readonly adminUrl: string;
  readonly authorizationUrl?: string;
  readonly digest: string;
}

const listening = /^\{.*"event":"listening".*\}\n/m;

/** Waits until `gatewright run --log-format json` listens. */
export async function untilListening({ until, written }: RunningCommand): Promise<Listening> {
  await until(listening);
  return JSON.parse(listening.exec(written())?.[0] ?? '') as Listening;
}
