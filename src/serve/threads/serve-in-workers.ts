import { setTimeout as delay } from 'node:timers/promises';
import type { GatewaySettings } from '../../compiled/manifest.ts';
import type { TlsMaterial } from '../../platform/keys/own-certificates.ts';
import { createCounterMemory } from '../../runtime/state/counter-table.ts';
import type { CallMetrics } from '../../runtime/telemetry/call-metrics.ts';
import { mergeCallMetrics, onlyServed } from '../../runtime/telemetry/call-metrics.ts';
import type { GatewayOptions } from '../gateway-options.ts';
import { findFreePort, type ListenAddress } from '../listeners/listen.ts';
import type { Servers, WorkerState } from '../listeners/servers.ts';
import type { LoadedTable } from '../sources/source-reading.ts';
import { messageOf, StartupError } from '../startup-error.ts';
import type { ServingOwnerCalls, ServingThreadData } from './serving-calls.ts';
import { ServingWorker } from './serving-worker.ts';
import { apiKey } from '../../compiled/api-key.ts';

/** What workers are answered, and whether they log their calls. */
export type Answers = Omit<ServingOwnerCalls, 'report'> & {
  readonly isLogged: boolean;
};

/** Serves calls in so many workers, each with a listener of its own on one port, until `opened` is disposed of. */
export function serveInWorkers(
  count: number,
  options: GatewayOptions,
  answers: Answers,
  opened: AsyncDisposableStack,
): Servers {
  return opened.adopt(new Workers(count, options, answers), (workers) => workers.close());
}

/** A worker that ends soon after another has waits so long, and twice as long each further time, in milliseconds. */
const firstPauseMs = 1000;
const longestPauseMs = 60_000;

/** In milliseconds: after so long without one that ends, the next one is replaced at once. */
const calmMs = 120_000;

class Workers implements Servers {
  readonly #count: number;
  readonly #options: GatewayOptions;
  readonly #answers: ServingOwnerCalls;
  readonly #isLogged: boolean;
  /** What was counted by workers that have ended. */
  #left: readonly CallMetrics[] = [];
  readonly #stop = new AbortController();
  #data!: ServingThreadData;
  #tls: TlsMaterial | undefined;
  #all: readonly ServingWorker[] = [];
  #served: LoadedTable | undefined;
  #isListening = false;
  #isDraining = false;
  /** One load, or one worker that joins, at a time. */
  #turn: Promise<unknown> = Promise.resolve();
  #crashes = 0;
  #crashedAt = -Infinity;

  constructor(count: number, options: GatewayOptions, answers: Answers) {
    this.#count = count;
    this.#options = options;
    const { isLogged, ...calls } = answers;
    this.#isLogged = isLogged;
    this.#answers = { ...calls, report: options.report };
  }

  readonly workers = (): readonly WorkerState[] => this.#all.map(({ digest }) => ({ digest }));

  async open(
    declared: GatewaySettings,
    address: ListenAddress,
    tls: TlsMaterial | undefined,
  ): Promise<number> {
    refuseMemory(declared);
    const port = await findFreePort(address);
    const { report: _report, ...options } = this.#options;
    const counterMemory = declared.limits.counters === 'local' ? createCounterMemory() : undefined;
    const base = { options, declared, host: address.host, port, isLogged: this.#isLogged };
    this.#data = { ...base, ...(counterMemory && { counterMemory }) };
    this.#tls = tls;
    this.#all = Array.from({ length: this.#count }, () => this.#start());
    await orStartupError(Promise.all(this.#all.map((worker) => worker.open(tls))));
    return port;
  }

  load(table: LoadedTable): Promise<void> {
    return this.#inTurn(async () => {
      const present = this.#all.filter(({ isGone }) => !isGone);
      const prepared = await Promise.allSettled(present.map((worker) => worker.prepare(table)));
      const failed = prepared.find(
        (result, index) => result.status === 'rejected' && !present[index]?.isGone,
      );
      const left = present.filter(({ isGone }) => !isGone);
      if (failed?.status === 'rejected') {
        await Promise.allSettled(left.map((worker) => worker.discard()));
        throw failed.reason;
      }
      // A table that ends all workers would end those that take their place as well.
      if (left.length === 0) throw new Error('No worker was left that could serve it.');
      this.#served = table;
      await Promise.allSettled(left.map((worker) => worker.enter()));
    });
  }

  async listen(): Promise<void> {
    await orStartupError(Promise.all(this.#all.map((worker) => worker.listen())));
    if (this.#all.some(({ isGone }) => isGone)) throw new StartupError('A worker has ended unexpectedly.');
    this.#isListening = true;
  }

  async tallies(): Promise<readonly CallMetrics[]> {
    // Whoever is replaced meanwhile is among those that are asked, and must not be counted twice.
    const left = this.#left;
    this.#forgetGone();
    const counted = await Promise.all(this.#all.map((worker) => worker.readTallies()));
    return [...left, ...counted.filter((tallies) => tallies !== undefined)];
  }

  takeTls(material: TlsMaterial): void {
    this.#tls = material;
    for (const worker of this.#all) worker.takeTls(material);
  }

  drain(): void {
    this.#isDraining = true;
    for (const worker of this.#all) worker.drain();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#turn;
    await Promise.all(this.#all.map((worker) => worker.close()));
  }

  #start(): ServingWorker {
    const worker = new ServingWorker(this.#data, this.#answers, (message) => this.#ended(worker, message));
    if (this.#isDraining) worker.drain();
    return worker;
  }

  #ended(worker: ServingWorker, message: string): void {
    // Before all listen, the start fails, and nothing continues.
    if (this.#stop.signal.aborted || !this.#isListening) return;
    this.#options.report({ type: 'fault', message: `${message}; a new one replaces it.` });
    void this.#replace(worker);
  }

  async #replace(exited: ServingWorker): Promise<void> {
    await delay(this.#pauseBeforeNext(), undefined, this.#stop).catch(() => undefined);
    await this.#inTurn(async () => {
      if (this.#stop.signal.aborted) return;
      this.#keepTallies(exited);
      const worker = this.#start();
      this.#all = this.#all.map((other) => (other === exited ? worker : other));
      await this.#join(worker);
    }).catch((error: unknown) => {
      this.#options.report({ type: 'fault', message: `A worker could not be started: ${messageOf(error)}` });
    });
  }

  #pauseBeforeNext(): number {
    const now = performance.now();
    this.#crashes = now - this.#crashedAt < calmMs ? this.#crashes + 1 : 0;
    this.#crashedAt = now;
    return this.#crashes === 0 ? 0 : Math.min(firstPauseMs * 2 ** (this.#crashes - 1), longestPauseMs);
  }

  /** Figures that went back would be taken for those of a gateway that has started again. */
  #keepTallies({ lastTallies }: ServingWorker): void {
    if (lastTallies) this.#left = [mergeCallMetrics([...this.#left, lastTallies])];
  }

  /** As workers do when their counters are read: counters of removed APIs are included for the last time. */
  #forgetGone(): void {
    const { apis } = this.#served?.compiled.manifest ?? { apis: [] };
    const isServed = new Set(apis.map(apiKey));
    this.#left = this.#left.map((tallies) => onlyServed(tallies, (name) => isServed.has(name)));
  }

  /** One that cannot join ends, and so is replaced in turn: left as it is it would keep every table from being served. */
  async #join(worker: ServingWorker): Promise<void> {
    try {
      await worker.open(this.#tls);
      if (this.#served) await worker.prepare(this.#served);
      await worker.enter();
      await worker.listen();
    } catch (error) {
      await worker.end();
      throw error;
    }
  }

  #inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const mine = this.#turn.then(work);
    this.#turn = mine.catch(() => undefined);
    return mine;
  }
}

/** What one thread keeps in its memory, the others do not know. */
function refuseMemory({ state }: GatewaySettings): void {
  if (state.store !== 'memory') return;
  throw new StartupError(
    'The state is kept in memory, which several workers cannot share: keep it in sqlite or redis, or run one worker.',
  );
}

/** What a worker rejects with has lost its class on the way; its message is for the user. */
function orStartupError<Value>(starting: Promise<Value>): Promise<Value> {
  return starting.catch((error: unknown) => {
    throw new StartupError(messageOf(error));
  });
}
