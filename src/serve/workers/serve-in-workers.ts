import { setTimeout as delay } from 'node:timers/promises';
import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import { withoutClients, type TlsMaterial } from '#platform/keys/own-certificates.ts';
import {
  createConcurrencyMemory,
  joinConcurrencyMemory,
  releaseTaken,
} from '#runtime/state/concurrent-calls.ts';
import { createCounterMemory } from '#runtime/state/counter-table.ts';
import type { LoginLimits } from '#runtime/identity/login-queue.ts';
import type { DriftByApi } from '#runtime/ports/drift.ts';
import type { RecentCall } from '#runtime/ports/access-log.ts';
import { mergeTargetStates, type TargetStates } from '#runtime/ports/status/target-states.ts';
import { mergeRecentCalls } from '#runtime/telemetry/recent-calls.ts';
import type { CallMetrics } from '#runtime/telemetry/call-metrics.ts';
import { mergeCallMetrics, onlyServed } from '#runtime/telemetry/call-metrics.ts';
import type { GatewayOptions } from '../served/gateway-options.ts';
import { reservePort, type ReservedPort } from '../listeners/reserve-port.ts';
import type { Servers, WorkerState, ListenAddress, CallTls, PerListener } from '../served/servers.ts';
import { mergeDrift } from '../observability/drift-log.ts';
import type { LoadedTable } from '../served/loaded-table.ts';
import { messageOf, StartupError } from '../served/startup-error.ts';
import type { ServingOwnerCalls, ServingThreadData } from './serving-calls.ts';
import { ServingWorker } from './serving-worker.ts';
import { WorkerLogins } from './logins/worker-logins.ts';
import { apiKey } from '#compiled/api-key.ts';

/** The calls that are answered in the same way for all workers. */
type AnswersToAll = Omit<ServingOwnerCalls, keyof WorkerLogins['calls']>;

/** The functions that the main thread provides to workers, and whether there is an access log. */
export type Answers = Omit<AnswersToAll, 'report' | 'readDrift' | 'readRecentCalls' | 'readTargetStates'> & {
  readonly isLogged: boolean;
  readonly loginLimits: LoginLimits;
};

/** Serves calls in `count` workers, each with its own listener on the same port; `opened` closes them. */
export function serveInWorkers(
  count: number,
  options: GatewayOptions,
  answers: Answers,
  opened: AsyncDisposableStack,
): Servers {
  return opened.adopt(new Workers(count, options, answers), (workers) => workers.close());
}

/**
 * How long to wait before a worker is replaced that ended soon after another one, in milliseconds. Doubles with each
 * further crash, up to the maximum.
 */
const minBackoffMs = 1000;
const maxBackoffMs = 60_000;

/** How long no worker must have ended so that the next one is replaced immediately, in milliseconds. */
const quietPeriodMs = 120_000;

class Workers implements Servers {
  readonly #count: number;
  readonly #options: GatewayOptions;
  readonly #answers: AnswersToAll;
  readonly #loginLimits: LoginLimits;
  readonly #isLogged: boolean;
  /** The metrics of workers that have ended. */
  #ofEnded: readonly CallMetrics[] = [];
  readonly #stop = new AbortController();
  #reserved: readonly ReservedPort[] = [];
  #data!: Omit<ServingThreadData, 'concurrency'>;
  readonly #concurrency = createConcurrencyMemory();
  #tls: CallTls = { calls: undefined };
  #all: readonly ServingWorker[] = [];
  #served: LoadedTable | undefined;
  #isListening = false;
  #isDraining = false;
  /** Resolves after the last load or join; they run one at a time. */
  #turn: Promise<unknown> = Promise.resolve();
  #crashes = 0;
  #crashedAt = -Infinity;

  constructor(count: number, options: GatewayOptions, answers: Answers) {
    this.#count = count;
    this.#options = options;
    const { isLogged, loginLimits, ...calls } = answers;
    this.#loginLimits = loginLimits;
    this.#isLogged = isLogged;
    const readers = {
      readDrift: this.#readDrift,
      readRecentCalls: this.#readRecentCalls,
      readTargetStates: this.#readTargetStates,
    };
    this.#answers = { ...calls, report: options.report, ...readers };
  }

  readonly workers = (): readonly WorkerState[] => this.#all.map(({ digest }) => ({ digest }));

  async open(
    declared: GatewaySettings,
    wanted: PerListener<ListenAddress>,
    tls: CallTls,
  ): Promise<PerListener<number>> {
    refuseMemory(declared);
    const addresses = await this.#reservePorts(wanted);
    const { report: _report, ...options } = this.#options;
    const counterMemory = declared.limits.counters === 'local' ? createCounterMemory() : undefined;
    const base = { options, declared, addresses, isLogged: this.#isLogged };
    this.#data = { ...base, ...(counterMemory && { counterMemory }) };
    this.#tls = tls;
    this.#all = Array.from({ length: this.#count }, () => this.#start());
    await orStartupError(Promise.all(this.#all.map((worker) => worker.open(tls))));
    return {
      calls: addresses.calls.port,
      ...(addresses.authorization && { authorization: addresses.authorization.port }),
    };
  }

  load(table: LoadedTable): Promise<void> {
    return this.#inTurn(async () => {
      const present = this.#all.filter(({ hasExited }) => !hasExited);
      const prepared = await Promise.allSettled(present.map((worker) => worker.prepare(table)));
      const failed = prepared.find(
        (result, index) => result.status === 'rejected' && !present[index]?.hasExited,
      );
      const left = present.filter(({ hasExited }) => !hasExited);
      if (failed?.status === 'rejected') {
        await Promise.allSettled(left.map((worker) => worker.discard()));
        throw failed.reason;
      }
      // A table that crashes all workers would also crash their replacements.
      if (left.length === 0) throw new Error('No worker was left that could serve it.');
      this.#served = table;
      await Promise.allSettled(left.map((worker) => worker.enter()));
    });
  }

  async listen(): Promise<void> {
    await orStartupError(Promise.all(this.#all.map((worker) => worker.listen())));
    await this.#releasePorts();
    if (this.#all.some(({ hasExited }) => hasExited))
      throw new StartupError('A worker has ended unexpectedly.');
    this.#isListening = true;
  }

  async metrics(): Promise<readonly CallMetrics[]> {
    // A worker that is replaced during this call is also read below, and must not be counted twice.
    const ofEnded = this.#ofEnded;
    this.#forgetRemovedApis();
    const counted = await Promise.all(this.#all.map((worker) => worker.readMetrics()));
    return [...ofEnded, ...counted.filter((metrics) => metrics !== undefined)];
  }

  /** Reads the drift that the current workers have observed. */
  readonly #readDrift = async (apis: readonly string[]): Promise<DriftByApi> =>
    mergeDrift(await Promise.all(this.#all.map((worker) => worker.readDrift(apis))));

  /** Reads the last calls with some consumer keys that the current workers have completed. */
  readonly #readRecentCalls = async (consumerKeys: readonly string[]): Promise<readonly RecentCall[]> =>
    mergeRecentCalls(await Promise.all(this.#all.map((worker) => worker.readRecentCalls(consumerKeys))));

  /** Reads the states of targets that the current workers have found. */
  readonly #readTargetStates = async (targets: readonly string[]): Promise<TargetStates> =>
    mergeTargetStates(await Promise.all(this.#all.map((worker) => worker.readTargetStates(targets))));

  takeTls(material: TlsMaterial): void {
    this.#tls = replaceMaterial(this.#tls, material);
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
    await this.#releasePorts();
  }

  /** Reserves ports, and returns the addresses that all workers share. */
  async #reservePorts(wanted: PerListener<ListenAddress>): Promise<PerListener<ListenAddress>> {
    const share = async (address: ListenAddress): Promise<ListenAddress> => {
      const reserved = await reservePort(address);
      this.#reserved = [...this.#reserved, reserved];
      return { ...address, port: reserved.port, isShared: true };
    };
    const calls = await share(wanted.calls);
    return wanted.authorization ? { calls, authorization: await share(wanted.authorization) } : { calls };
  }

  async #releasePorts(): Promise<void> {
    await Promise.all(this.#reserved.map(({ release }) => release()));
    this.#reserved = [];
  }

  #start(): ServingWorker {
    const concurrency = joinConcurrencyMemory(this.#concurrency.shared);
    const logins = new WorkerLogins(this.#loginLimits);
    const answers = { ...this.#answers, ...logins.calls };
    const worker = new ServingWorker({ ...this.#data, concurrency }, answers, (message) => {
      // The calls of the worker have ended with it.
      releaseTaken(concurrency);
      logins.endAll();
      this.#ended(worker, message);
    });
    if (this.#isDraining) worker.drain();
    return worker;
  }

  #ended(worker: ServingWorker, message: string): void {
    // Before all workers listen, a crash makes the start fail, so no replacement is needed.
    if (this.#stop.signal.aborted || !this.#isListening) return;
    this.#options.report({ type: 'error', message: `${message}; a new one replaces it.` });
    void this.#replace(worker);
  }

  async #replace(exited: ServingWorker): Promise<void> {
    await delay(this.#backoff(), undefined, this.#stop).catch(() => undefined);
    await this.#inTurn(async () => {
      if (this.#stop.signal.aborted) return;
      this.#keepMetrics(exited);
      const worker = this.#start();
      this.#all = this.#all.map((other) => (other === exited ? worker : other));
      await this.#join(worker);
    }).catch((error: unknown) => {
      this.#options.report({ type: 'error', message: `A worker could not be started: ${messageOf(error)}` });
    });
  }

  #backoff(): number {
    const now = performance.now();
    this.#crashes = now - this.#crashedAt < quietPeriodMs ? this.#crashes + 1 : 0;
    this.#crashedAt = now;
    return this.#crashes === 0 ? 0 : Math.min(minBackoffMs * 2 ** (this.#crashes - 1), maxBackoffMs);
  }

  /** Keeps the counters of an ended worker, because a decrease would look like a restart of the gateway. */
  #keepMetrics({ lastMetrics }: ServingWorker): void {
    if (lastMetrics) this.#ofEnded = [mergeCallMetrics([...this.#ofEnded, lastMetrics])];
  }

  /** Drops the counters of removed APIs, after one more reading has included them, as workers do. */
  #forgetRemovedApis(): void {
    const { apis } = this.#served?.compiled.manifest ?? { apis: [] };
    const isServed = new Set(apis.map(apiKey));
    this.#ofEnded = this.#ofEnded.map((metrics) => onlyServed(metrics, (name) => isServed.has(name)));
  }

  /**
   * Makes a new worker serve. A worker that fails to is ended, and thereby replaced: it would block every further
   * table.
   */
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

/** Replaces the material of the listeners that use TLS. */
function replaceMaterial(tls: CallTls, material: TlsMaterial): CallTls {
  return {
    calls: tls.calls && withoutClients(material),
    ...(tls.authorization && { authorization: material }),
  };
}

/** Throws a StartupError if the state is stored in memory, which threads cannot share. */
function refuseMemory({ state }: GatewaySettings): void {
  if (state.store !== 'memory') return;
  throw new StartupError(
    'The state is kept in memory, which several workers cannot share: keep it in sqlite or redis, or run one worker.',
  );
}

/** Converts an error from another thread, which has lost its class. Its message is for the user. */
function orStartupError<Value>(starting: Promise<Value>): Promise<Value> {
  return starting.catch((error: unknown) => {
    throw new StartupError(messageOf(error));
  });
}
