import { Worker } from 'node:worker_threads';
import type { CompiledApi } from '../../compiled/compiled-api.ts';
import type { CallTallies } from '../../runtime/telemetry/call-tallies.ts';
import { countedBy } from '../../runtime/telemetry/merge-tallies.ts';
import type { Digest } from '../../compiled/digest.ts';
import type { TlsMaterial } from '../../platform/own-certificates.ts';
import type { LoadedTable } from '../loaded-table.ts';
import { messageOf } from '../message-of.ts';
import type { ServingCalls, ServingOwnerCalls, ServingThreadData } from './serving-calls.ts';
import { endThread } from './end-thread.ts';
import { TableSender } from './table-transfer.ts';
import { ThreadCalls } from './thread-calls.ts';
import { threadFile } from './thread-file.ts';

/** In milliseconds: who asks for figures waits no longer. */
const longestAnswerMs = 5000;

/** One worker, seen from the thread that has started it. */
export class ServingWorker {
  readonly #worker: Worker;
  readonly #calls: ThreadCalls<ServingCalls>;
  readonly #sender: TableSender<CompiledApi>;
  #digest: Digest | undefined;
  #prepared: Digest | undefined;
  #isGone = false;
  #tallies: CallTallies | undefined;

  /** `ended` is told why it has ended, however it did. */
  constructor(data: ServingThreadData, answers: ServingOwnerCalls, ended: (message: string) => void) {
    this.#worker = new Worker(threadFile('serving-thread'), { workerData: data });
    this.#calls = new ThreadCalls<ServingCalls>(this.#worker, answers);
    this.#sender = new TableSender(this.#calls);
    let cause = '';
    this.#worker.once('error', (error) => (cause = ` (${messageOf(error)})`));
    this.#worker.once('exit', () => {
      const message = `A worker has ended unexpectedly${cause}`;
      this.#isGone = true;
      this.#calls.end(new Error(`${message}.`));
      ended(message);
    });
  }

  /** Of the table that it serves. */
  get digest(): Digest | undefined {
    return this.#digest;
  }

  /** Whether its thread has ended. */
  get isGone(): boolean {
    return this.#isGone;
  }

  open(tls: TlsMaterial | undefined): Promise<void> {
    return this.#calls.ask('open', tls);
  }

  /** Rejects where it cannot build a generation of the table. */
  async prepare({ compiled, secrets }: LoadedTable): Promise<void> {
    await this.#sender.send(compiled, secrets);
    await this.#calls.ask('prepare', undefined);
    this.#prepared = compiled.digest;
  }

  async enter(): Promise<void> {
    await this.#calls.ask('enter', undefined);
    this.#digest = this.#prepared;
  }

  discard(): Promise<void> {
    return this.#calls.ask('discard', undefined);
  }

  listen(): Promise<void> {
    return this.#calls.ask('listen', undefined);
  }

  takeTls(material: TlsMaterial): void {
    this.#calls.tell('takeTls', material);
  }

  /** What it has counted, and where it is gone what it had when it was asked last. */
  get lastTallies(): CallTallies | undefined {
    return this.#isGone && this.#tallies ? countedBy(this.#tallies) : this.#tallies;
  }

  /** Asks what it has counted. Rejects where it does not answer in time. */
  async readTallies(): Promise<CallTallies | undefined> {
    if (this.#isGone) return this.lastTallies;
    this.#tallies = await within(this.#calls.ask('tallies', undefined), longestAnswerMs);
    return this.#tallies;
  }

  drain(): void {
    this.#calls.tell('drain', undefined);
  }

  /** Lets its calls in flight end, up to a limit, and then ends it. */
  async close(): Promise<void> {
    await endThread(this.#worker, this.#calls.ask('close', undefined));
  }
}

async function within<Value>(work: Promise<Value>, milliseconds: number): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('A worker does not answer.')), milliseconds);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
