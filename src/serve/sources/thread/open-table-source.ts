import { setTimeout as delay } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import type { Compiled } from '#compiled/compiled.ts';
import { unpackDeferred } from '#compiled/deferred-contract.ts';
import type { Digest } from '#compiled/digest.ts';
import { applyChange } from '#compiled/table-change.ts';
import type { SecretReference } from '#compiled/settings/secret-reference.ts';
import type { ReadReport } from '#runtime/ports/reports.ts';
import type { ReadLastChange } from '#runtime/ports/status/last-change.ts';
import { StoreError } from '#runtime/ports/token-store.ts';
import type { HeldParts, LoadFailure } from '../../served/gateway-event.ts';
import type { GatewayOptions, ThreadOptions } from '../../served/gateway-options.ts';
import type { LoadedTable, RemoteState } from '../../served/loaded-table.ts';
import type { CompareVersions } from './contract-comparisons.ts';
import { messageOf } from '../../served/startup-error.ts';
import type { SentReading, SourceCalls, SourceOwnerCalls } from './source-calls.ts';
import { TableReceiver } from '../../served/table-transfer.ts';
import { ThreadCalls } from '../../served/thread-calls.ts';
import { endThread, startThread } from '../../served/thread.ts';

/** The source of a gateway, which a separate thread reads. */
export interface TableSource {
  /** Reads the current content. Rejects if the thread ends before it answers, and after `stop`. */
  read(): Promise<TableReading>;
  /** Rejects pending and later reads. */
  stop(): void;
  /** Reads the last good table. Returns a message if it cannot be used, undefined if there is none. */
  readLastGood(): Promise<LoadedTable | { readonly message: string } | undefined>;
  /** Reports on APIs in the sources that were read last. */
  readonly report: ReadReport;
  /** Where the sources refer to a secret, as a suffix of a message; empty if unknown. */
  describePlace(reference: SecretReference): Promise<string>;
  /** Saves the table that was read last, for a start with unusable sources, and the earlier tables that Envoys have. */
  keepGood(inUse?: ReadonlySet<Digest>): void;
  /** Records which earlier tables Envoys have, for other gateways with the same state folder. */
  noteInUse(inUse: ReadonlySet<Digest>): void;
  /** Reads an earlier table. Undefined if the table was not saved or cannot be read; read errors are reported. */
  readEarlier(table: Digest): Promise<Compiled | undefined>;
  /** Checks for changes immediately, and causes the sources to be read again in any case. */
  look(): void;
  /** Rejects if the thread ends before it answers. */
  readonly compareVersions: CompareVersions;
  readonly readLastChange: ReadLastChange;
  /** The state of a remote source; absent if the source is on this machine. */
  readonly remote: (() => RemoteState) | undefined;
}

export type TableReading =
  | {
      readonly ok: true;
      readonly table: LoadedTable;
      readonly commit?: string;
      readonly held: HeldParts;
    }
  | { readonly ok: false; readonly failure: LoadFailure };

/**
 * Starts the thread that reads the sources, which `opened` ends. `changed` is called whenever the sources may have
 * changed. A thread that ends unexpectedly is reported and replaced. Rejects if the first thread cannot open the
 * sources, and with the reason of `stop` if it aborts the start.
 */
export async function openTableSource(
  options: GatewayOptions,
  changed: () => void,
  opened: AsyncDisposableStack,
  stop?: AbortSignal,
): Promise<TableSource> {
  const thread = opened.adopt(new SourceThread(options, changed), (open) => open.close());
  await thread.open(stop);
  return thread;
}

/**
 * The pause before a restart after two consecutive crashes, doubled after each further one up to the maximum; in
 * milliseconds.
 */
const firstPauseMs = 1000;
const maxPauseMs = 60_000;

/** How long the thread may take to close, in milliseconds: enough to write the last good table. */
const closingMs = 10_000;

class SourceThread implements TableSource {
  readonly #data: ThreadOptions;
  readonly #report: GatewayOptions['report'];
  readonly #changed: () => void;
  readonly #receiver = new TableReceiver();
  readonly #stop = new AbortController();
  #worker!: Worker;
  #calls!: ThreadCalls<SourceCalls>;
  #open!: Promise<void>;
  #remote: RemoteState | undefined;
  /** The number of crashes since the last successful reading. */
  #crashes = 0;
  #restarting: Promise<void> | undefined;

  constructor({ report, ...data }: GatewayOptions, changed: () => void) {
    this.#data = data;
    this.#report = report;
    this.#changed = changed;
    this.#start();
  }

  get remote(): (() => RemoteState) | undefined {
    return this.#remote && (() => this.#remote as RemoteState);
  }

  /** Rejects if the first thread cannot open the sources. */
  async open(stop?: AbortSignal): Promise<void> {
    const close = () => void this.close();
    stop?.addEventListener('abort', close);
    try {
      stop?.throwIfAborted();
      await this.#open;
      // `close` may have been called while the answer was in transit.
      stop?.throwIfAborted();
    } catch (error) {
      this.#stop.abort();
      stop?.throwIfAborted();
      throw error;
    } finally {
      stop?.removeEventListener('abort', close);
    }
  }

  read(): Promise<TableReading> {
    return this.#untilStopped(this.#read());
  }

  async #untilStopped<Value>(reading: Promise<Value>): Promise<Value> {
    const { promise: stopped, reject } = Promise.withResolvers<never>();
    const { signal } = this.#stop;
    const stop = () => reject(new Error('The gateway is closing.'));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
    try {
      return await Promise.race([reading, stopped]);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  stop(): void {
    this.#stop.abort();
  }

  async #read(): Promise<TableReading> {
    await this.#restarting;
    await this.#open;
    const reading = await this.#calls.request('read', undefined);
    this.#crashes = 0;
    if (!reading.ok) return { ok: false, failure: toFailure(reading) };
    const { commit, committedAt, held: parts, texts } = reading;
    const held = { parts, sources: { text: (file: string) => texts.get(file) } };
    const table = { ...this.#latest(), ...(committedAt !== undefined && { committedAt }) };
    return { ok: true, table, held, ...(commit !== undefined && { commit }) };
  }

  readLastGood() {
    return this.#untilStopped(this.#readLastGood());
  }

  async #readLastGood() {
    await this.#open;
    const found = await this.#calls.request('readLastGood', undefined);
    if (!found.ok) return { message: found.message };
    return found.isThere ? this.#latest() : undefined;
  }

  readonly report: ReadReport = (query) => this.#calls.request('report', query).catch(throwStoreError);

  describePlace(reference: SecretReference): Promise<string> {
    return this.#calls.request('describePlace', reference).catch(() => '');
  }

  keepGood(inUse: ReadonlySet<Digest> = new Set()): void {
    this.#calls.send('keepGood', inUse);
  }

  noteInUse(inUse: ReadonlySet<Digest>): void {
    this.#calls.send('noteInUse', inUse);
  }

  async readEarlier(table: Digest): Promise<Compiled | undefined> {
    try {
      const sent = await this.#calls.request('readEarlier', table);
      if (!sent) return undefined;
      // A new thread has not sent a table yet, so `base` is undefined.
      const base = sent.base && this.#receiver.latest?.compiled;
      // Another table was received meanwhile, so the change does not apply.
      if (sent.base !== base?.digest) return await this.readEarlier(table);
      const { parts } = sent.change;
      const added = parts.added.map(([digest, text]) => [digest, unpackDeferred(text)] as const);
      return applyChange(base, { ...sent.change, parts: { ...parts, added } });
    } catch (error) {
      if (!this.#stop.signal.aborted) this.#report({ type: 'warning', message: messageOf(error) });
      return undefined;
    }
  }

  readonly compareVersions: CompareVersions = (pair) => this.#calls.request('compareVersions', pair);

  readonly readLastChange: ReadLastChange = (api) =>
    this.#calls.request('readLastChange', api).catch(throwStoreError);

  look(): void {
    this.#calls.send('look', undefined);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#restarting;
    await endThread(this.#worker, this.#calls.request('close', undefined), closingMs);
  }

  #latest(): LoadedTable {
    if (!this.#receiver.latest) throw new Error('a table was read and not sent');
    return this.#receiver.latest;
  }

  #start(): void {
    const worker = startThread('source-thread', { workerData: this.#data });
    const answers: SourceOwnerCalls = {
      takeParts: this.#receiver.takeParts,
      takeTable: this.#receiver.takeTable,
      changed: () => this.#changed(),
      warn: (message) => this.#report({ type: 'warning', message }),
      remote: (state) => void (this.#remote = state),
    };
    const calls = new ThreadCalls<SourceCalls>(worker, answers);
    let cause = '';
    worker.once('error', (error) => (cause = ` (${messageOf(error)})`));
    worker.once('exit', () => this.#ended(calls, cause));
    this.#worker = worker;
    this.#calls = calls;
    this.#open = calls.request('open', undefined);
    // Callers that await `#open` get the error, and the operator sees it.
    this.#open.catch(() => undefined);
  }

  #ended(calls: ThreadCalls<SourceCalls>, cause: string): void {
    const message = `The thread that reads the sources has ended unexpectedly${cause}; a new one replaces it.`;
    calls.end(new Error(message));
    if (this.#stop.signal.aborted) return;
    this.#report({ type: 'warning', message });
    this.#restarting ??= this.#restart().finally(() => (this.#restarting = undefined));
  }

  async #restart(): Promise<void> {
    this.#crashes += 1;
    const pause = Math.min(firstPauseMs * 2 ** (this.#crashes - 2), maxPauseMs);
    if (this.#crashes > 1) await delay(pause, undefined, this.#stop).catch(() => undefined);
    if (this.#stop.signal.aborted) return;
    this.#start();
    const worker = this.#worker;
    // A thread that cannot watch the sources is useless. It is ended, and a new one tries again, since the cause may be
    // temporary.
    this.#open.catch(() => worker.terminate());
    // Changes during the restart were not noticed.
    this.#changed();
  }
}

function throwStoreError(error: unknown): never {
  throw new StoreError(messageOf(error), { cause: error });
}

function toFailure({ failure }: SentReading & { readonly ok: false }): LoadFailure {
  const { texts, ...rest } = failure;
  return texts ? { ...rest, sources: { text: (file) => texts.get(file) } } : rest;
}
