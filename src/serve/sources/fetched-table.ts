import { setTimeout as delay } from 'node:timers/promises';
import { type FetchedFile, FetchError, fetchFile, type Validators } from '#platform/fetch-file.ts';
import { type TableSignature, TableSignatureError } from '#platform/keys/table-signature.ts';
import type { Clock } from '#runtime/ports/clock.ts';
import { messageOf } from '../served/startup-error.ts';
import { failReading, type SourceReading } from './source-reading.ts';
import type { RemoteState } from '../served/loaded-table.ts';
import type { TableAddress } from '../served/table-address.ts';
import { refuseTable, type TableReader } from './table-reader.ts';
import type { TableVerifier } from './table-verifier.ts';

export interface FetchedTableOptions {
  readonly address: TableAddress;
  readonly pollMs: number;
  readonly reader: TableReader;
  /** Undefined if tables need no signature. */
  readonly verifier: TableVerifier | undefined;
  readonly clock: Clock;
  /** The timeout of the first check if the gateway can start with another table, in milliseconds. */
  readonly firstLookMs?: number;
  /** The pause before a table and a signature that do not match are fetched again, in milliseconds. Default: 1000. */
  readonly pairPauseMs?: number;
  /**
   * Called with a message when the server cannot be reached; consecutive failures with the same message are reported
   * once.
   */
  readonly warn: (message: string) => void;
}

/** The maximum size of a table, whose text must fit into a string, and of a signature; in bytes. */
const maxTableBytes = 512 * 1024 * 1024 - 1;
const maxSignatureBytes = 16 * 1024;

/** The maximum pause between requests to a failing server, unless `pollMs` is longer; in milliseconds. */
const maxPauseMs = 300_000;

/** Tracks a table on a server. */
export class FetchedTable {
  readonly #options: FetchedTableOptions;
  readonly #stop = new AbortController();
  /** Aborts the current check. */
  #signal: AbortSignal;
  #reading: SourceReading | undefined;
  /**
   * The HTTP validators of the last accepted table. They are cleared by a refused table, so that it is fetched again.
   */
  #validators: Validators | undefined;
  #checkedAt: number | undefined;
  #failure: string | undefined;
  /** The number of consecutive failed checks. */
  #failures = 0;

  constructor(options: FetchedTableOptions) {
    const { firstLookMs } = (this.#options = options);
    this.#signal =
      firstLookMs === undefined
        ? this.#stop.signal
        : AbortSignal.any([this.#stop.signal, AbortSignal.timeout(firstLookMs)]);
  }

  /** The last received table, or the reason why it cannot be served. */
  get reading(): SourceReading {
    return this.#reading ?? failReading(this.#failure ?? 'Nothing was fetched.');
  }

  get state(): RemoteState {
    return { url: this.#options.address.shown, checkedAt: this.#checkedAt, failure: this.#failure };
  }

  /** How long to wait before the next check. */
  readonly pauseMs = (): number => {
    const { pollMs } = this.#options;
    return Math.min(pollMs * 2 ** this.#failures, Math.max(pollMs, maxPauseMs));
  };

  /** Checks for a new table; true if the reading has changed. Never rejects: failures are recorded in `state`. */
  async look(): Promise<boolean> {
    try {
      const fetched = await this.#fetch();
      this.#checkedAt = this.#options.clock();
      return fetched ? this.#take(fetched.reading, fetched.validators) : this.#noteGood();
    } catch (error) {
      if (error instanceof TableSignatureError) return this.#refuse(error);
      this.#fail(error);
      return false;
    } finally {
      this.#signal = this.#stop.signal;
    }
  }

  /** Makes the next check fetch the table even if it has not changed. */
  forget(): void {
    this.#validators = undefined;
  }

  /** Aborts the current fetch. */
  stop(): void {
    this.#stop.abort();
  }

  /** Fetches the table and its signature; undefined if the table has not changed. */
  async #fetch() {
    try {
      return await this.#fetchPair(this.#validators);
    } catch (error) {
      if (!(error instanceof TableSignatureError)) throw error;
      // The server's copies may be being replaced, so that the table and the signature do not match yet.
      await delay(this.#options.pairPauseMs ?? 1000, undefined, { signal: this.#stop.signal });
      return this.#fetchPair(undefined);
    }
  }

  async #fetchPair(before: Validators | undefined) {
    const { address, reader } = this.#options;
    const table = await this.#fetchFile(address.table, address.shown, maxTableBytes, before);
    if (table === 'unchanged') return undefined;
    const signature = await this.#verify(table);
    return { reading: reader.read(table.bytes, address.shown, signature), validators: table.validators };
  }

  async #verify({ bytes }: FetchedFile): Promise<TableSignature | undefined> {
    const { verifier } = this.#options;
    return verifier?.verify(bytes, await this.#fetchSignature());
  }

  async #fetchSignature(): Promise<string> {
    const { signature, shown } = this.#options.address;
    try {
      const fetched = await this.#fetchFile(signature, `${shown}.jws`, maxSignatureBytes);
      return fetched === 'unchanged' ? '' : fetched.bytes.toString('latin1');
    } catch (error) {
      if (!(error instanceof FetchError) || error.status === undefined || error.status >= 500) throw error;
      throw new TableSignatureError(`its signature ${shown}.jws returned ${error.status}`);
    }
  }

  #fetchFile(url: string, shown: string, maxBytes: number, validators?: Validators) {
    const { authorization } = this.#options.address;
    const request = { url, shown, maxBytes, signal: this.#signal };
    return fetchFile({
      ...request,
      ...(authorization !== undefined && { authorization }),
      ...(validators && { validators }),
    });
  }

  #take(reading: SourceReading, validators: Validators | undefined): boolean {
    const before = this.#reading;
    this.#reading = reading;
    this.#validators = reading.ok ? validators : undefined;
    if (reading.ok) this.#noteGood();
    else this.#noteFailure(reading.failure.message);
    return !before || !saysSame(before, reading);
  }

  #refuse(error: TableSignatureError): boolean {
    const { address, clock } = this.#options;
    this.#checkedAt = clock();
    return this.#take(refuseTable(address.shown, error), undefined);
  }

  #noteGood(): false {
    this.#failure = undefined;
    this.#failures = 0;
    return false;
  }

  #noteFailure(message: string): void {
    this.#failure = message;
    this.#failures += 1;
  }

  #fail(error: unknown): void {
    const message = messageOf(error);
    // At start, the caller reports this failure itself.
    const isStart = this.#failure === undefined && this.#reading === undefined;
    const isNews = message !== this.#failure && !isStart;
    this.#noteFailure(message);
    if (isNews && !this.#stop.signal.aborted) this.#options.warn(message);
  }
}

/** Whether two readings are the same. A server without validators returns the same table each time. */
function saysSame(before: SourceReading, now: SourceReading): boolean {
  if (before.ok && now.ok)
    return before.table.digest === now.table.digest && before.signature?.jws === now.signature?.jws;
  return !before.ok && !now.ok && before.failure.message === now.failure.message;
}
