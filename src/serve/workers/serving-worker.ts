import type { Worker } from 'node:worker_threads';
import type { CompiledApi } from '#compiled/compiled-api.ts';
import type { Digest } from '#compiled/digest.ts';
import type { TlsMaterial } from '#platform/keys/own-certificates.ts';
import type { DriftByApi } from '#runtime/ports/drift.ts';
import type { RecentCall } from '#runtime/ports/access-log.ts';
import type { TargetStates } from '#runtime/ports/status/target-states.ts';
import { countedBy, type CallMetrics } from '#runtime/telemetry/call-metrics.ts';
import type { CallTls } from '../served/servers.ts';
import type { LoadedTable } from '../served/loaded-table.ts';
import { messageOf } from '../served/startup-error.ts';
import type { ServingCalls, ServingOwnerCalls, ServingThreadData } from './serving-calls.ts';
import { TableSender } from '../served/table-transfer.ts';
import { readChunks } from './metrics-chunks.ts';
import { ThreadCalls } from '../served/thread-calls.ts';
import { endThread, startThread } from '../served/thread.ts';

/** How long a worker may take to return its metrics, drift or states of targets, in milliseconds. */
const answerTimeoutMs = 5000;

/** How long a worker may take to close, in milliseconds. Longer than a listener waits for calls in flight. */
const closeTimeoutMs = 20_000;

/**
 * How long a worker may take to open, or to prepare or enter a generation, before it is terminated, so that it does not
 * block reloads; in milliseconds.
 */
const defaultStepTimeoutMs = 60_000;

/** The main thread's view of one worker. */
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

  /** `ended` is called when the thread has ended, also after `close`; its message is that of an unexpected end. */
  constructor(data: ServingThreadData, answers: ServingOwnerCalls, ended: (message: string) => void) {
    this.#timeoutMs = data.options.workerTimeoutMs ?? defaultStepTimeoutMs;
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

  /**
   * The digest of the table that the worker serves; undefined before the first table and after the worker has ended.
   */
  get digest(): Digest | undefined {
    return this.#hasExited ? undefined : this.#digest;
  }

  /** Whether the worker's thread has ended. */
  get hasExited(): boolean {
    return this.#hasExited;
  }

  /** Creates the servers of the worker, which do not listen yet. */
  async open(tls: CallTls): Promise<void> {
    await this.#orEnd(this.#calls.request('open', tls));
    this.#isOpen = true;
  }

  /** Builds a generation of a table. Rejects if that fails. A worker that does not answer is terminated. */
  async prepare(table: LoadedTable): Promise<void> {
    await this.#orEnd(this.#build(table));
    this.#prepared = table.compiled.digest;
  }

  /** Serves the prepared table. Rejects if that fails. */
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

  /** Terminates the worker immediately. */
  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  discard(): Promise<void> {
    return this.#calls.request('discard', undefined);
  }

  /** Begins to accept calls. */
  listen(): Promise<void> {
    return this.#calls.request('listen', undefined);
  }

  takeTls(material: TlsMaterial): void {
    this.#calls.send('takeTls', material);
  }

  /** The metrics of the last reading. After the worker has ended, only its counters are included. */
  get lastMetrics(): CallMetrics | undefined {
    return this.#hasExited && this.#metrics ? countedBy(this.#metrics) : this.#metrics;
  }

  /** Reads the metrics of the worker; undefined until it is open. Rejects if it does not answer in time. */
  async readMetrics(): Promise<CallMetrics | undefined> {
    if (this.#hasExited) return this.lastMetrics;
    // On a busy machine, a thread may take longer to start than the timeout of a reading.
    if (!this.#isOpen) return undefined;
    const readPart = (part: number) => within(this.#calls.request('metrics', part), answerTimeoutMs);
    // Concurrent readings share one request, so that their chunks do not mix.
    this.#reading ??= readChunks(readPart).finally(() => (this.#reading = undefined));
    try {
      return (this.#metrics = await this.#reading);
    } catch (error) {
      if (this.#hasExited) return this.lastMetrics;
      throw error;
    }
  }

  /** Reads the drift that the worker has observed. Rejects if it does not answer in time. */
  readDrift(apis: readonly string[]): Promise<DriftByApi> {
    if (this.#hasExited || !this.#isOpen) return Promise.resolve(new Map());
    return within(this.#calls.request('drift', apis), answerTimeoutMs);
  }

  /** Reads the last calls with some consumer keys that the worker has completed. Rejects if it does not answer in time. */
  readRecentCalls(consumerKeys: readonly string[]): Promise<readonly RecentCall[]> {
    if (this.#hasExited || !this.#isOpen) return Promise.resolve([]);
    return within(this.#calls.request('recentCalls', consumerKeys), answerTimeoutMs);
  }

  /** Reads the states of targets that the worker has found. Rejects if it does not answer in time. */
  readTargetStates(targets: readonly string[]): Promise<TargetStates> {
    if (this.#hasExited || !this.#isOpen) return Promise.resolve(new Map());
    return within(this.#calls.request('targetStates', targets), answerTimeoutMs);
  }

  drain(): void {
    this.#calls.send('drain', undefined);
  }

  /** Lets the worker finish its calls in flight, up to a limit, and ends it. */
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
