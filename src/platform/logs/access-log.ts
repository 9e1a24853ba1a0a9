import { pino } from 'pino';
import type { WriteAccess } from '#runtime/ports/access-log.ts';
import type { Clock } from '#runtime/ports/clock.ts';
import { explainSystemError } from '../explain-system-error.ts';
import { AuditFile, escapeMisleading } from './audit-log.ts';
import { BufferedLines, type LineSink } from './buffered-lines.ts';
import { constants, fstatSync, write } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** The file descriptor of standard output. */
const descriptor = 1;

/** The shortest and the longest pause before a full pipe is tried again, in milliseconds. */
const minPause = 1;

const maxPause = 5;

/**
 * Standard output as a sink that never blocks. A pipe is reopened so that writing does not wait for its reader. A file,
 * a terminal and a pipe of another user are written through the process's own descriptor, which shares its position
 * with other writers.
 */
class StandardOutput implements LineSink {
  #pipe: FileHandle | undefined;
  #canReopen = true;
  /** How many bytes of the current lines are written. */
  #written = 0;
  readonly #patienceMs: number;

  /** `patienceMs`: how long the reader of a full pipe may take nothing before a write fails, in milliseconds. */
  constructor(patienceMs = 1000) {
    this.#patienceMs = patienceMs;
  }

  /** Rejects with EAGAIN if a pipe is full, and its reader takes nothing for a while. */
  async append(lines: Buffer): Promise<void> {
    if (this.#canReopen && fstatSync(descriptor).isFIFO()) this.#pipe ??= await this.#openPipe();
    while (this.#written < lines.length)
      this.#written += await this.#writeSome(lines.subarray(this.#written));
    this.#written = 0;
  }

  async close(): Promise<void> {
    await this.#pipe?.close();
    this.#pipe = undefined;
  }

  /**
   * Reopens the pipe; undefined if it belongs to another user, since this process may then write to it but not open it.
   */
  async #openPipe(): Promise<FileHandle | undefined> {
    try {
      return await open('/dev/stdout', constants.O_WRONLY | constants.O_NONBLOCK);
    } catch (error) {
      if (!isOneOf(error, ['EACCES', 'EPERM', 'ENOENT'])) throw error;
      this.#canReopen = false;
      return undefined;
    }
  }

  /**
   * Writes until some bytes are taken, and returns their number. A pipe takes 64 KiB at a time, so a full one may still
   * have a fast reader.
   */
  async #writeSome(lines: Buffer): Promise<number> {
    const begunAt = performance.now();
    for (let pause = minPause; ; pause = Math.min(2 * pause, maxPause)) {
      try {
        return await this.#write(lines);
      } catch (error) {
        if (!isOneOf(error, ['EAGAIN']) || performance.now() - begunAt > this.#patienceMs) throw error;
      }
      await delay(pause);
    }
  }

  async #write(lines: Buffer): Promise<number> {
    if (this.#pipe) return (await this.#pipe.write(lines)).bytesWritten;
    return new Promise((resolve, reject) => {
      write(descriptor, lines, (error, bytes) => (error ? reject(error) : resolve(bytes)));
    });
  }
}

export interface AccessLogOptions {
  readonly destination: 'stdout' | { readonly file: string };
  readonly clock: Clock;
  /** Receives a sentence, at most once a minute each, when lines cannot be written and when lines are dropped. */
  readonly warn: (message: string) => void;
  /** The maximum number of buffered bytes. Default: 16 Mi. */
  readonly maxWaiting?: number;
  /** How many milliseconds the reader of a full pipe may take nothing. Default: 1000. */
  readonly patienceMs?: number;
}

/** An access log that is open: it blocks no calls, and lines that are not written in time are lost. */
export interface AccessLog {
  /** Writes `count` lines. */
  readonly write: (lines: string, count: number) => void;
  /** How many lines were lost since it was opened. */
  readonly lost: () => number;
  /** Writes waiting lines, for a few seconds at most; never rejects. */
  readonly close: () => Promise<void>;
}

/** The shortest interval of warnings, in milliseconds. */
const quietMs = 60_000;

const maxCloseMs = 3000;

/** Opens an access log. Its file is reopened if it was moved, and may be truncated by others. */
export function openAccessLog({
  destination,
  clock,
  warn,
  maxWaiting,
  patienceMs,
}: AccessLogOptions): AccessLog {
  const name = destination === 'stdout' ? 'on standard output' : destination.file;
  const lines = new BufferedLines({
    sink: destination === 'stdout' ? new StandardOutput(patienceMs) : new AuditFile(destination.file),
    confess: (count) => {
      const time = new Date(clock()).toISOString();
      return `${JSON.stringify({ level: 'warn', time, msg: 'lines lost', count })}\n`;
    },
    failed: (error) => {
      const reason = explainSystemError(error);
      warn(
        `The access log ${name} cannot be written (${reason}): lines are buffered in memory, and dropped if there are too many.`,
      );
    },
    quietMs,
    ...(maxWaiting !== undefined && { maxWaiting }),
  });
  const losses = reportLosses(lines, name, warn);
  return {
    write: (text, count) => lines.add(text, count),
    lost: () => lines.lost,
    close: async () => {
      clearInterval(losses);
      await orAfter(lines.close(), maxCloseMs);
    },
  };
}

function reportLosses(lines: BufferedLines, name: string, warn: (message: string) => void): NodeJS.Timeout {
  let reported = 0;
  return setInterval(() => {
    const count = lines.lost - reported;
    if (count === 0) return;
    reported = lines.lost;
    warn(`The access log ${name} has lost ${count === 1 ? '1 line' : `${count} lines`} within a minute.`);
  }, quietMs).unref();
}

/** Waits for `work`, but not longer than this, since a reader that has stopped must not keep the process running. */
async function orAfter(work: Promise<void>, milliseconds: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  await Promise.race([work, promise]);
  clearTimeout(timer);
}

/** Renders each record as one line of JSON with the time, in UTC, and passes it on. */
export function renderAccess(clock: Clock, add: (line: string) => void): WriteAccess {
  const logger = pino(
    {
      base: null,
      timestamp: renderTimes(clock),
      formatters: { level: (level) => ({ level }) },
    },
    { write: (line) => add(escapeMisleading(line)) },
  );
  return (record) => logger.info(record);
}

/** Caches the last text, since many calls share a millisecond and formatting takes long. */
function renderTimes(clock: Clock): () => string {
  let last = -1;
  let text = '';
  return () => {
    const now = clock();
    if (now !== last) text = `,"time":"${new Date(now).toISOString()}"`;
    last = now;
    return text;
  };
}

function isOneOf(error: unknown, codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
