import type { Clock } from '../../runtime/ports/clock.ts';
import { AuditFile } from './audit-file.ts';
import { BufferedLines } from './buffered-lines.ts';
import { explainSystemError } from '../explain-system-error.ts';
import { StandardOutput } from './standard-output.ts';

export interface AccessLogOptions {
  readonly destination: 'stdout' | { readonly file: string };
  readonly clock: Clock;
  /** Told in a sentence, at most once a minute, that lines cannot be written, and as often that some are lost. */
  readonly warn: (message: string) => void;
  /** How many bytes wait at most; 16 Mi if left out. */
  readonly mostWaiting?: number;
}

/** An access log that is open: it holds nobody up, and where lines are not taken in time they are lost. */
export interface AccessLog {
  /** Takes so many lines. */
  readonly write: (lines: string, count: number) => void;
  /** How many lines were lost since it was opened. */
  readonly lost: () => number;
  /** Writes what waits, for a few seconds at most; never rejects. */
  readonly close: () => Promise<void>;
}

/** In milliseconds. */
const quietMs = 60_000;
const longestCloseMs = 3000;

/** Opens an access log. Its file is opened anew where it was moved away, and may be cut by others. */
export function openAccessLog({ destination, clock, warn, mostWaiting }: AccessLogOptions): AccessLog {
  const name = destination === 'stdout' ? 'on standard output' : destination.file;
  const lines = new BufferedLines({
    sink: destination === 'stdout' ? new StandardOutput() : new AuditFile(destination.file),
    confess: (count) => {
      const time = new Date(clock()).toISOString();
      return `${JSON.stringify({ level: 'warn', time, msg: 'lines lost', count })}\n`;
    },
    failed: (error) => {
      const reason = explainSystemError(error);
      warn(
        `The access log ${name} cannot be written (${reason}): lines wait in memory, and are lost if too many do.`,
      );
    },
    quietMs,
    ...(mostWaiting !== undefined && { mostWaiting }),
  });
  const losses = tellLosses(lines, name, warn);
  return {
    write: (text, count) => lines.add(text, count),
    lost: () => lines.lost,
    close: async () => {
      clearInterval(losses);
      await orAfter(lines.close(), longestCloseMs);
    },
  };
}

function tellLosses(lines: BufferedLines, name: string, warn: (message: string) => void): NodeJS.Timeout {
  let told = 0;
  return setInterval(() => {
    const count = lines.lost - told;
    if (count === 0) return;
    told = lines.lost;
    warn(`The access log ${name} has lost ${count === 1 ? '1 line' : `${count} lines`} within a minute.`);
  }, quietMs).unref();
}

/** A reader that has stopped reading keeps nothing open. */
async function orAfter(work: Promise<void>, milliseconds: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  await Promise.race([work, promise]);
  clearTimeout(timer);
}
