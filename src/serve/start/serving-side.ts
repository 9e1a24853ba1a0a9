import type { SecretReference } from '#compiled/settings/secret-reference.ts';
import { boundHeap } from '#platform/bound-heap.ts';
import type { TlsMaterial } from '#platform/keys/own-certificates.ts';
import type { DriftByApi } from '#runtime/ports/drift.ts';
import type { ReportQuery } from '#runtime/ports/reports.ts';
import { StoreError } from '#runtime/ports/token-store.ts';
import type { UsageQuery } from '#runtime/ports/usage.ts';
import type { VersionPair } from '#runtime/ports/contract-changes.ts';
import { type CallListeners, openCallListeners } from '../listeners/call-listeners.ts';
import type { CallTls } from '../served/servers.ts';
import type { GatewayEvent } from '../served/gateway-event.ts';
import { holdOwnKey } from '../services/open-key-ring.ts';
import { openCallObserver, type CallObserver } from '../observability/observe-calls.ts';
import type { AddUsage } from '../observability/report-usage.ts';
import type { ProposalQuestion } from '../proposals/proposal-questions.ts';
import { openServices } from './open-services.ts';
import { prepareGeneration, type PreparedGeneration } from '../generation/prepared-generation.ts';
import type { Services } from '../served/served-generation.ts';
import { Serving } from '../served/serving.ts';
import { watchCalls } from '../observability/watch-calls.ts';
import type { ServingOwnerCalls, ServingThreadData } from '../workers/serving-calls.ts';
import { LineBatch } from '../workers/line-batch.ts';
import { MetricsChunks, type MetricsChunk } from '../workers/metrics-chunks.ts';
import { OwnerLogins } from '../workers/logins/owner-logins.ts';
import { messageOf } from '../served/startup-error.ts';
import { TableReceiver } from '../served/table-transfer.ts';
import type { ThreadCalls } from '../served/thread-calls.ts';

/** Serves calls in a worker, with tables that another thread sends to all workers and swaps in at once. */
export class ServingSide {
  readonly tables = new TableReceiver();
  readonly #data: ServingThreadData;
  readonly #calls: ThreadCalls<ServingOwnerCalls>;
  readonly #serving = new Serving();
  readonly #opened = new AsyncDisposableStack();
  #services: Services | undefined;
  #observer: CallObserver | undefined;
  /** The metrics that are being sent. */
  #metrics: MetricsChunks | undefined;
  #listeners: CallListeners | undefined;
  /** A new certificate that arrived before the listeners existed. */
  #material: TlsMaterial | undefined;
  #prepared: PreparedGeneration | undefined;

  constructor(data: ServingThreadData, calls: ThreadCalls<ServingOwnerCalls>) {
    this.#data = data;
    this.#calls = calls;
  }

  async open(tls: CallTls): Promise<void> {
    const { options, declared, counterMemory, concurrency, isLogged } = this.#data;
    const report = (event: GatewayEvent) => this.#calls.send('report', event);
    const lines = new LineBatch((batch) => this.#calls.send('writeLines', batch));
    this.#opened.defer(() => lines.flush());
    const observed = {
      options: { ...options, report },
      serving: this.#serving,
      writeLines: isLogged ? lines.write : undefined,
      addUsage: (increments: Parameters<AddUsage>[0]) => this.#calls.send('addUsage', increments),
    };
    this.#observer = await openCallObserver(declared, observed, this.#opened);
    const sources = {
      options: observed.options,
      observer: this.#observer,
      serving: this.#serving,
      readers: {
        readReport: (query: ReportQuery) => this.#calls.ask('readReport', query).catch(throwStoreError),
        readDrift: (apis: readonly string[]) => this.#calls.ask('readDrift', apis).catch(throwStoreError),
      },
      audit: (event: Parameters<ServingOwnerCalls['audit']>[0]) => this.#calls.send('audit', event),
      reportUnavailable: (message: string) => this.#calls.send('reportUnavailable', message),
      compareVersions: (pair: VersionPair) => this.#calls.ask('compareVersions', pair),
      askProposals: (question: ProposalQuestion) => this.#calls.ask('askProposals', question),
      resolveSecret: (reference: SecretReference) => this.#calls.ask('resolveSecret', reference),
      failedLogins: new OwnerLogins(this.#calls),
      usage: {
        read: (query: UsageQuery) => this.#calls.ask('readUsage', query).catch(throwStoreError),
      },
      openOwnKey: holdOwnKey('signing-key.pem', () => this.#calls.ask('readOwnKey', undefined)),
      ...(counterMemory && { counterMemory }),
      concurrency,
    };
    this.#services = await openServices(declared, sources, this.#opened);
    watchCalls(this.#serving.inFlight, this.#services, this.#opened);
    this.#listeners = this.#openListeners(tls, this.#services, this.#observer);
    if (this.#material) this.#listeners.takeTls(this.#material);
  }

  async prepare(): Promise<void> {
    this.discard();
    const { latest } = this.tables;
    if (!latest || !this.#services) throw new Error('a worker has nothing to prepare');
    this.#prepared = await prepareGeneration(latest, this.#services, this.#serving);
  }

  enter(): void {
    this.#prepared?.enter();
    this.#prepared = undefined;
  }

  discard(): void {
    this.#prepared?.discard();
    this.#prepared = undefined;
  }

  async listen(): Promise<void> {
    boundHeap();
    await this.#listeners?.listen(this.#data.addresses);
  }

  takeTls(material: TlsMaterial): void {
    if (this.#listeners) this.#listeners.takeTls(material);
    else this.#material = material;
  }

  drain(): void {
    this.#serving.isDraining = true;
  }

  metrics(index: number): MetricsChunk | undefined {
    if (!this.#services || !this.#observer) return undefined;
    if (index === 0) this.#metrics = new MetricsChunks(this.#observer.read(this.#services.pools.states()));
    return this.#metrics?.read(index);
  }

  /** The drift that this thread has observed. */
  drift(apis: readonly string[]): DriftByApi {
    return this.#observer?.readDrift(apis) ?? new Map();
  }

  close(): Promise<void> {
    return this.#opened.disposeAsync();
  }

  #openListeners(
    tls: CallTls,
    { reports }: Services,
    { callBegan, callEnded, refused }: CallObserver,
  ): CallListeners {
    const options = {
      settings: this.#data.declared,
      tls,
      inFlight: this.#serving.inFlight,
      current: () => this.#serving.generation,
      state: () => this.#serving.state,
      reportError: reports.reportError,
      callBegan,
      callEnded,
      refused,
    };
    return openCallListeners(options, this.#opened);
  }
}

/** An error loses its class between threads. */
function throwStoreError(error: unknown): never {
  throw new StoreError(messageOf(error));
}
