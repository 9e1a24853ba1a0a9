import { constants } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { escapeHidden } from '#compiled/names/hidden-characters.ts';
import type { AuditEvent, WriteAudit } from '#runtime/ports/audit.ts';
import type { Clock } from '#runtime/ports/clock.ts';
import { explainSystemError } from '../explain-system-error.ts';
import { BufferedLines } from './buffered-lines.ts';

export interface AuditLogOptions {
  readonly file: string;
  readonly clock: Clock;
  /** Receives a sentence when the file cannot be written; again only after a write has succeeded. */
  readonly warn: (message: string) => void;
  /** The maximum number of buffered bytes. Default: 16 Mi. */
  readonly maxWaiting?: number;
}

/** An audit log that is open. */
export interface AuditLog {
  readonly write: WriteAudit;
  /** Writes waiting lines, and closes the file; never rejects. */
  readonly close: () => Promise<void>;
}

/** Opens an audit log. Each event adds a line of JSON to its file. Errors of the file are reported by `warn`. */
export function openAuditLog({ file, clock, warn, maxWaiting }: AuditLogOptions): AuditLog {
  const lines = new BufferedLines({
    sink: new AuditFile(file),
    confess: (count) => renderAuditLine(clock(), { event: 'audit_lost', count }),
    failed: (error) => {
      const reason = explainSystemError(error);
      warn(
        `The audit log ${file} cannot be written (${reason}): events are buffered in memory, and dropped if there are too many.`,
      );
    },
    ...(maxWaiting !== undefined && { maxWaiting }),
  });
  return {
    write: (event) => (lines.isFull ? lines.lose(1) : lines.add(renderAuditLine(clock(), event))),
    close: () => lines.close(),
  };
}

const lineBreak = 0x0a;

const { O_WRONLY, O_APPEND, O_CREAT, O_NONBLOCK } = constants;
/** O_NONBLOCK, since a named pipe without a reader would block the log, and the end of the process, forever. */
const openFlags = O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK;

/**
 * A file that lines are appended to, even after others have truncated it, and that is reopened if it was moved. Its
 * methods must not run concurrently.
 */
export class AuditFile {
  readonly #file: string;
  #handle: FileHandle | undefined;
  /** How many bytes of the current lines are in the file. */
  #written = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /**
   * Appends whole lines. After a rejection with the system's error, pass the same lines again: they continue where the
   * write stopped.
   */
  async append(lines: Buffer): Promise<void> {
    const handle = await this.#current(lines);
    while (this.#written < lines.length) {
      const { bytesWritten } = await handle.write(lines, this.#written, lines.length - this.#written, null);
      this.#written += bytesWritten;
    }
    this.#written = 0;
  }

  async close(): Promise<void> {
    await this.#handle?.close();
    this.#handle = undefined;
  }

  async #current(lines: Buffer): Promise<FileHandle> {
    if (this.#handle && (await isStillAt(this.#file, this.#handle))) return this.#handle;
    await this.close();
    // A new file gets the whole current line, even if an earlier file contains its beginning.
    if (this.#written > 0) this.#written = lines.lastIndexOf(lineBreak, this.#written - 1) + 1;
    return (this.#handle = await open(this.#file, openFlags, 0o600));
  }
}

async function isStillAt(file: string, handle: FileHandle): Promise<boolean> {
  const [there, held] = await Promise.all([stat(file).catch(() => undefined), handle.stat()]);
  return there?.ino === held.ino && there.dev === held.dev;
}

/** The event that reports how many events were dropped, since the disk was too slow. */
interface AuditLost {
  readonly event: 'audit_lost';
  readonly count: number;
}

/**
 * The maximum lengths of a line and of a value in it, in characters. Longer lines contain long values that a caller has
 * chosen.
 */
const maxLineLength = 4096;
const maxTextLength = 256;

/** An event as one line of JSON that begins with the time. `time` is in milliseconds since 1970-01-01T00:00:00Z. */
export function renderAuditLine(time: number, event: AuditEvent | AuditLost): string {
  const whole = JSON.stringify(event);
  const members =
    whole.length > maxLineLength ? JSON.stringify(event, (_, value: unknown) => shorten(value)) : whole;
  // Inserts the time as text, since copying the event into another object takes longer.
  const line = `{"time":"${renderTime(time)}",${members.slice(1)}`;
  return `${escapeMisleading(line)}\n`;
}

/**
 * Escapes characters that JSON does not escape, but that terminals interpret, or that readers do not see or take for
 * the end of a line.
 */
export function escapeMisleading(line: string): string {
  return escapeHidden(line, escapeUnit);
}

let [lastTime, lastTimeText] = [0, new Date(0).toISOString()];

/** Caches the last text: many events share a millisecond, and formatting takes a third of the time for a line. */
function renderTime(time: number): string {
  if (time === lastTime) return lastTimeText;
  lastTime = time;
  return (lastTimeText = new Date(time).toISOString());
}

function shorten(value: unknown): unknown {
  if (typeof value === 'string' && value.length > maxTextLength) return `${value.slice(0, maxTextLength)}…`;
  if (Array.isArray(value) && value.length > maxTextLength) return value.slice(0, maxTextLength);
  return value;
}

function escapeUnit(unit: string): string {
  return String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
