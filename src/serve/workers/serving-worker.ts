import type { Worker } from 'node:worker_threads';
import type { CompiledApi } from '#compiled/compiled-api.ts';
import type { Digest } from '#compiled/digest.ts';
import type { TlsMaterial } from '#platform/keys/own-certificates.ts';
import type { DriftByApi } from '#runtime/ports/drift.ts';
import { countedBy, type CallMetrics } from '#runtime/telemetry/call-metrics.ts';
import type { CallTls } from '../served/servers.ts';
import type { LoadedTable } from '../served/loaded-table.ts';
import { messageOf } from '../served/startup-error.ts';
import type { ServingCalls, ServingOwnerCalls, ServingThreadData } from './serving-calls.ts';
import { TableSender } from '../served/table-transfer.ts';
import { readChunks } from './metrics-chunks.ts';
import { ThreadCalls } from '../served/thread-calls.ts';
import { endThread, startThread } from '../served/thread.ts';

/** How long a reader of metrics waits for a worker, in milliseconds. */
const answerTimeoutMs = 5000;

/** Longer than a listener waits for the calls in flight, in milliseconds. */
const closeTimeoutMs = 20_000;

/** A worker that takes longer to build a generation counts as hanging, and reloads stop waiting for it; in milliseconds. */
const defaultTimeoutMs = 60_000;

/** One worker, seen from the thread that has started it. */
export class ServingWorker {
  readonly #worker: Worker;
  readonly #calls: ThreadCalls<ServingCalls>;
  readonly #sender: TableSender<CompiledApi>;
  readonly #timeoutMs: number;
  #digest: Digest | undefined;
  #prepared: Digest | undefined;
  #isOpen = false;
  #hasExited = false;
  #cause = '';
  #metrics: CallMetrics | undefined;
  #reading: Promise<CallMetrics | undefined> | undefined;

  /** `ended` gets the reason when the worker ends. */
  constructor(data: ServingThreadData, answers: ServingOwnerCalls, ended: (message: string) => void) {
    this.#timeoutMs = data.options.workerTimeoutMs ?? defaultTimeoutMs;
    this.#worker = startThread('serving-thread', { workerData: data });
    this.#calls = new ThreadCalls<ServingCalls>(this.#worker, answers);
    this.#sender = new TableSender(this.#calls);
    this.#worker.once('error', (error) => (this.#cause = ` (${messageOf(error)})`));
    this.#worker.once('exit', () => {
      const message = `A worker has ended unexpectedly${this.#cause}`;
      this.#hasExited = true;
      this.#calls.end(new Error(`${message}.`));
      ended(message);
    });
  }

  /** The digest of the table that it serves. */
  get digest(): Digest | undefined {
    return this.#hasExited ? undefined : this.#digest;
  }

  /** Whether its thread has ended. */
  get hasExited(): boolean {
    return this.#hasExited;
  }

  async open(tls: CallTls): Promise<void> {
    await this.#orEnd(this.#calls.request('open', tls));
    this.#isOpen = true;
  }

  /** Rejects if it cannot build a generation of the table. A worker that hangs is terminated. */
  async prepare(table: LoadedTable): Promise<void> {
    await this.#orEnd(this.#build(table));
    this.#prepared = table.compiled.digest;
  }

  /** Serves the table that it has prepared. Rejects if it cannot. */
  async enter(): Promise<void> {
    await this.#orEnd(this.#calls.request('enter', undefined));
    this.#digest = this.#prepared;
  }

  async #build({ compiled, secrets }: LoadedTable): Promise<void> {
    await this.#sender.send(compiled, secrets);
    await this.#calls.request('prepare', undefined);
  }

  async #orEnd(step: Promise<void>): Promise<void> {
    try {
      await within(step, this.#timeoutMs);
    } catch (error) {
      if (error instanceof NoAnswerError) {
        this.#cause = ' (it did not answer)';
        await this.end();
      }
      throw error;
    }
  }

  /** Terminates it at once, whatever it is doing. */
  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  discard(): Promise<void> {
    return this.#calls.request('discard', undefined);
  }

  listen(): Promise<void> {
    return this.#calls.request('listen', undefined);
  }

  takeTls(material: TlsMaterial): void {
    this.#calls.send('takeTls', material);
  }

  /** Its metrics; after it has ended, those of the last reading. */
  get lastMetrics(): CallMetrics | undefined {
    return this.#hasExited && this.#metrics ? countedBy(this.#metrics) : this.#metrics;
  }

  /** Reads its metrics; undefined until it is open. Rejects if it did not respond in time. */
  async readMetrics(): Promise<CallMetrics | undefined> {
    if (this.#hasExited) return this.lastMetrics;
    // On a busy machine a thread can take longer to start than a reader of metrics waits.
    if (!this.#isOpen) return undefined;
    const readPart = (part: number) => within(this.#calls.request('metrics', part), answerTimeoutMs);
    // Chunks of two readings must not mix.
    this.#reading ??= readChunks(readPart).finally(() => (this.#reading = undefined));
    try {
      return (this.#metrics = await this.#reading);
    } catch (error) {
      if (this.#hasExited) return this.lastMetrics;
      throw error;
    }
  }

  /** The drift that it has observed. Rejects if it did not respond in time. */
  readDrift(apis: readonly string[]): Promise<DriftByApi> {
    if (this.#hasExited || !this.#isOpen) return Promise.resolve(new Map());
    return within(this.#calls.request('drift', apis), answerTimeoutMs);
  }

  drain(): void {
    this.#calls.send('drain', undefined);
  }

  /** Waits for its calls in flight, up to a limit, and then ends it. */
  async close(): Promise<void> {
    await endThread(this.#worker, this.#calls.request('close', undefined), closeTimeoutMs);
  }
}

class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

async function within<Value>(work: Promise<Value>, milliseconds: number): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new NoAnswerError('A worker does not answer.')), milliseconds);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
