import type { AuditEvent, WriteAudit } from '../runtime/ports/audit.ts';
import type { Clock } from '../runtime/ports/clock.ts';
import { AuditFile } from './audit-file.ts';
import { explainSystemError } from './explain-system-error.ts';
import { renderAuditLine, type AuditLost } from './render-audit-line.ts';
import { WaitingLines } from './waiting-lines.ts';

export interface AuditLogOptions {
  readonly file: string;
  readonly clock: Clock;
  /** Told once, in a sentence, when the file cannot be written, and again only after it could be meanwhile. */
  readonly warn: (message: string) => void;
  /** How many bytes wait for the disk at most; 16 Mi if left out. */
  readonly mostWaiting?: number;
}

/** An audit log that is open. */
export interface AuditLog {
  readonly write: WriteAudit;
  /** Writes what waits, and closes the file; never rejects. */
  readonly close: () => Promise<void>;
}

/** In milliseconds: so long an event may be in no file yet. */
const longestWait = 200;
/** In bytes: so much is written without waiting for more. */
const batchSize = 256 * 1024;

/** Opens an audit log, to whose file each event adds a line of JSON. What is wrong with the file is told by `warn`. */
export function openAuditLog(options: AuditLogOptions): AuditLog {
  const log = new BufferedLog(options);
  return { write: (event) => log.write(event), close: () => log.close() };
}

/** Lines that wait for the disk; where it does not keep up, events are counted in place of being kept. */
class BufferedLog {
  readonly #options: AuditLogOptions;
  readonly #mostWaiting: number;
  readonly #file: AuditFile;
  readonly #waiting = new WaitingLines();
  /** What the disk is getting, or has refused to take. */
  #batch: Buffer | undefined;
  #lost = 0;
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> | undefined;
  #isTroubled = false;

  constructor(options: AuditLogOptions) {
    this.#options = options;
    this.#mostWaiting = options.mostWaiting ?? 16 * 1024 * 1024;
    this.#file = new AuditFile(options.file);
    this.#flush();
  }

  write(event: AuditEvent): void {
    if (this.#waiting.bytes >= this.#mostWaiting) {
      this.#lost += 1;
      return;
    }
    this.#confessLoss();
    this.#add(event);
    if (this.#waiting.bytes >= batchSize && !this.#isTroubled) this.#flush();
    else this.#flushLater();
  }

  async close(): Promise<void> {
    await this.#flushing;
    clearTimeout(this.#timer);
    await this.#writeOut(1);
    await this.#file.close().catch((error: unknown) => this.#complain(error));
  }

  #add(event: AuditEvent | AuditLost): void {
    this.#waiting.add(renderAuditLine(this.#options.clock(), event));
  }

  #confessLoss(): void {
    if (this.#lost === 0) return;
    this.#add({ event: 'audit_lost', count: this.#lost });
    this.#lost = 0;
  }

  #flushLater(): void {
    if (!this.#flushing) this.#timer ??= setTimeout(() => this.#flush(), longestWait);
  }

  #flush(): void {
    if (this.#flushing) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#flushing = this.#writeOut(batchSize).finally(() => {
      this.#flushing = undefined;
      if (this.#waiting.bytes > 0 || this.#batch) this.#flushLater();
    });
  }

  /** Writes what waits, again while that leaves so many characters, until the disk refuses; never rejects. */
  async #writeOut(enough: number): Promise<void> {
    try {
      do {
        this.#batch ??= this.#waiting.take();
        await this.#file.append(this.#batch);
        this.#batch = undefined;
        this.#isTroubled = false;
        this.#confessLoss();
      } while (this.#waiting.bytes >= enough);
    } catch (error) {
      this.#complain(error);
    }
  }

  #complain(error: unknown): void {
    if (this.#isTroubled) return;
    this.#isTroubled = true;
    const { file, warn } = this.#options;
    const reason = explainSystemError(error);
    warn(
      `The audit log ${file} cannot be written (${reason}): events wait in memory, and are lost if too many do.`,
    );
  }
}
