import { Worker } from 'node:worker_threads';
import type { CompiledApi } from '../../compiled/compiled-api.ts';
import type { Digest } from '../../compiled/digest.ts';
import type { TlsMaterial } from '../../platform/keys/own-certificates.ts';
import { countedBy, type CallMetrics } from '../../runtime/telemetry/call-metrics.ts';
import type { LoadedTable } from '../sources/source-reading.ts';
import { messageOf } from '../startup-error.ts';
import type { ServingCalls, ServingOwnerCalls, ServingThreadData } from './serving-calls.ts';
import { TableSender } from './table-transfer.ts';
import { readInParts } from './tallies-in-parts.ts';
import { ThreadCalls } from './thread-calls.ts';
import { endThread, threadFile } from './thread.ts';

/** In milliseconds: who asks for figures waits no longer. */
const longestAnswerMs = 5000;

/** Longer than a listener waits for the calls in flight, in milliseconds. */
const closingMs = 20_000;

/** In milliseconds: a worker that takes longer to build a generation hangs, and reloads wait no longer for it. */
const usualPatienceMs = 60_000;

/** One worker, seen from the thread that has started it. */
export class ServingWorker {
  readonly #worker: Worker;
  readonly #calls: ThreadCalls<ServingCalls>;
  readonly #sender: TableSender<CompiledApi>;
  readonly #patienceMs: number;
  #digest: Digest | undefined;
  #prepared: Digest | undefined;
  #isOpen = false;
  #isGone = false;
  #cause = '';
  #tallies: CallMetrics | undefined;
  #reading: Promise<CallMetrics | undefined> | undefined;

  /** `ended` gets the reason when the worker ends. */
  constructor(data: ServingThreadData, answers: ServingOwnerCalls, ended: (message: string) => void) {
    this.#patienceMs = data.options.workerPatienceMs ?? usualPatienceMs;
    this.#worker = new Worker(threadFile('serving-thread'), { workerData: data });
    this.#calls = new ThreadCalls<ServingCalls>(this.#worker, answers);
    this.#sender = new TableSender(this.#calls);
    this.#worker.once('error', (error) => (this.#cause = ` (${messageOf(error)})`));
    this.#worker.once('exit', () => {
      const message = `A worker has ended unexpectedly${this.#cause}`;
      this.#isGone = true;
      this.#calls.end(new Error(`${message}.`));
      ended(message);
    });
  }

  /** Of the table that it serves. */
  get digest(): Digest | undefined {
    return this.#isGone ? undefined : this.#digest;
  }

  /** Whether its thread has ended. */
  get isGone(): boolean {
    return this.#isGone;
  }

  async open(tls: TlsMaterial | undefined): Promise<void> {
    await this.#orEnd(this.#calls.ask('open', tls));
    this.#isOpen = true;
  }

  /** Rejects where it cannot build a generation of the table; if it hangs, it is ended. */
  async prepare(table: LoadedTable): Promise<void> {
    await this.#orEnd(this.#build(table));
    this.#prepared = table.compiled.digest;
  }

  /** Serves what it has prepared. Rejects where it does not. */
  async enter(): Promise<void> {
    await this.#orEnd(this.#calls.ask('enter', undefined));
    this.#digest = this.#prepared;
  }

  async #build({ compiled, secrets }: LoadedTable): Promise<void> {
    await this.#sender.send(compiled, secrets);
    await this.#calls.ask('prepare', undefined);
  }

  async #orEnd(step: Promise<void>): Promise<void> {
    try {
      await within(step, this.#patienceMs);
    } catch (error) {
      if (error instanceof NoAnswerError) {
        this.#cause = ' (it did not answer)';
        await this.end();
      }
      throw error;
    }
  }

  /** Ends it at once, whatever it is doing. */
  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  discard(): Promise<void> {
    return this.#calls.ask('discard', undefined);
  }

  listen(): Promise<void> {
    return this.#calls.ask('listen', undefined);
  }

  takeTls(material: TlsMaterial): void {
    this.#calls.send('takeTls', material);
  }

  /** Its counters; those of the last request if it has ended. */
  get lastTallies(): CallMetrics | undefined {
    return this.#isGone && this.#tallies ? countedBy(this.#tallies) : this.#tallies;
  }

  /** Asks what it has counted; undefined until it is open. Rejects where it does not answer in time. */
  async readTallies(): Promise<CallMetrics | undefined> {
    if (this.#isGone) return this.lastTallies;
    // A thread that starts answers nobody yet, for longer than who asks for figures waits where the machine is busy.
    if (!this.#isOpen) return undefined;
    const ask = (part: number) => within(this.#calls.ask('tallies', part), longestAnswerMs);
    // Parts of one reading must not come between those of another.
    this.#reading ??= readInParts(ask).finally(() => (this.#reading = undefined));
    try {
      return (this.#tallies = await this.#reading);
    } catch (error) {
      if (this.#isGone) return this.lastTallies;
      throw error;
    }
  }

  drain(): void {
    this.#calls.send('drain', undefined);
  }

  /** Lets its calls in flight end, up to a limit, and then ends it. */
  async close(): Promise<void> {
    await endThread(this.#worker, this.#calls.ask('close', undefined), closingMs);
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
