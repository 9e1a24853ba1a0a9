import { setTimeout as delay } from 'node:timers/promises';
import { type FetchedFile, FetchError, fetchFile, type Validators } from '../../platform/fetch-file.ts';
import { type TableSignature, TableSignatureError } from '../../platform/keys/table-signature.ts';
import type { Clock } from '../../runtime/ports/clock.ts';
import { messageOf } from '../startup-error.ts';
import { failReading, type RemoteState, type SourceReading } from './source-reading.ts';
import type { TableAddress } from './table-address.ts';
import { refuseTable, type TableReader } from './table-reader.ts';
import type { TableVerifier } from './table-verifier.ts';

export interface FetchedTableOptions {
  readonly address: TableAddress;
  readonly pollMs: number;
  readonly reader: TableReader;
  /** Without one it needs no signature. */
  readonly verifier: TableVerifier | undefined;
  readonly clock: Clock;
  /** In milliseconds: so long the first look may take, where there is something else to start with. */
  readonly firstLookMs?: number;
  /** Told that the server cannot be reached, once, however often it is met again. */
  readonly warn: (message: string) => void;
}

/** In bytes: what a table may have, as its text has to fit a string, and what a signature may. */
const maxTableBytes = 512 * 1024 * 1024 - 1;
const maxSignatureBytes = 16 * 1024;

/** In milliseconds: a table and a signature that do not fit may be exchanged just now, so both are fetched again. */
const pairPauseMs = 1000;

/** In milliseconds: a server that fails is asked less and less often, but never less often than this or `pollMs`. */
const maxPauseMs = 300_000;

/** Keeps up with a table on a server. */
export class FetchedTable {
  readonly #options: FetchedTableOptions;
  readonly #stop = new AbortController();
  /** Of the look under way. */
  #signal: AbortSignal;
  #reading: SourceReading | undefined;
  /** Of the table that was good last; what was refused is looked at again. */
  #validators: Validators | undefined;
  #checkedAt: number | undefined;
  #failure: string | undefined;
  /** Looks in a row that brought nothing good. */
  #failures = 0;

  constructor(options: FetchedTableOptions) {
    const { firstLookMs } = (this.#options = options);
    this.#signal =
      firstLookMs === undefined
        ? this.#stop.signal
        : AbortSignal.any([this.#stop.signal, AbortSignal.timeout(firstLookMs)]);
  }

  /** What it says: the last table that was answered, or why that is not served. */
  get reading(): SourceReading {
    return this.#reading ?? failReading(this.#failure ?? 'Nothing was fetched.');
  }

  get state(): RemoteState {
    return { url: this.#options.address.shown, checkedAt: this.#checkedAt, failure: this.#failure };
  }

  /** How long to wait before the next look. */
  readonly pauseMs = (): number => {
    const { pollMs } = this.#options;
    return Math.min(pollMs * 2 ** this.#failures, Math.max(pollMs, maxPauseMs));
  };

  /** Checks for a new table; true if its state has changed. Never rejects: failures are reported. */
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

  /** Has the next look fetch the table, whether it has changed or not. */
  forget(): void {
    this.#validators = undefined;
  }

  /** Aborts what is being fetched. */
  stop(): void {
    this.#stop.abort();
  }

  /** Undefined where nothing has changed. */
  async #fetch() {
    try {
      return await this.#fetchPair(this.#validators);
    } catch (error) {
      if (!(error instanceof TableSignatureError)) throw error;
      await delay(pairPauseMs, undefined, { signal: this.#stop.signal });
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
    // At the start whoever reads hears of it.
    const isStart = this.#failure === undefined && this.#reading === undefined;
    const isNews = message !== this.#failure && !isStart;
    this.#noteFailure(message);
    if (isNews && !this.#stop.signal.aborted) this.#options.warn(message);
  }
}

/** A server that has no validators answers with the same table each time. */
function saysSame(before: SourceReading, now: SourceReading): boolean {
  if (before.ok && now.ok)
    return before.table.digest === now.table.digest && before.signature?.jws === now.signature?.jws;
  return !before.ok && !now.ok && before.failure.message === now.failure.message;
}
