import type { SecretReference } from '#compiled/settings/secret-reference.ts';
import { boundHeap } from '#platform/bound-heap.ts';
import type { TlsMaterial } from '#platform/keys/own-certificates.ts';
import type { AuditEvent } from '#runtime/ports/audit.ts';
import type { VersionPair } from '#runtime/ports/contract-changes.ts';
import type { DriftByApi } from '#runtime/ports/drift.ts';
import type { RecentCall } from '#runtime/ports/access-log.ts';
import type { TargetStates } from '#runtime/ports/status/target-states.ts';
import type { ReportQuery } from '#runtime/ports/reports.ts';
import { StoreError } from '#runtime/ports/token-store.ts';
import type { UsageQuery } from '#runtime/ports/usage.ts';
import type { UsageIncrement } from '#runtime/ports/usage-store.ts';
import { prepareGeneration, type PreparedGeneration } from '../generation/prepared-generation.ts';
import type { NoticeQuestion } from '../notices/notice-questions.ts';
import type { ProposalQuestion } from '../proposals/proposal-questions.ts';
import type { GatewayEvent } from '../served/gateway-event.ts';
import type { CallTls } from '../served/servers.ts';
import { Serving } from '../served/serving.ts';
import { messageOf } from '../served/startup-error.ts';
import { TableReceiver } from '../served/table-transfer.ts';
import type { ThreadCalls } from '../served/thread-calls.ts';
import { holdGeneratedKey } from '../services/open-key-ring.ts';
import { LineBatch } from '../workers/line-batch.ts';
import { OwnerLogins } from '../workers/logins/owner-logins.ts';
import { MetricsChunks, type MetricsChunk } from '../workers/metrics-chunks.ts';
import type { ServingOwnerCalls, ServingThreadData } from '../workers/serving-calls.ts';
import { type CallServer, type CallServerOptions, openCallServer } from './open-call-server.ts';

/** Serves calls in a worker. The main thread sends the tables, and all workers switch to a table at once. */
export class ServingSide {
  readonly tables = new TableReceiver();
  readonly #data: ServingThreadData;
  readonly #calls: ThreadCalls<ServingOwnerCalls>;
  readonly #serving = new Serving();
  readonly #opened = new AsyncDisposableStack();
  #server: CallServer | undefined;
  /** The metrics that are being sent in chunks. */
  #metrics: MetricsChunks | undefined;
  /** A new certificate that arrived before the listeners were open. */
  #material: TlsMaterial | undefined;
  #prepared: PreparedGeneration | undefined;

  constructor(data: ServingThreadData, calls: ThreadCalls<ServingOwnerCalls>) {
    this.#data = data;
    this.#calls = calls;
  }

  async open(tls: CallTls): Promise<void> {
    const { options, declared, counterMemory, concurrency, isLogged } = this.#data;
    const lines = new LineBatch((batch) => this.#calls.send('writeLines', batch));
    this.#opened.defer(() => lines.flush());
    const report = (event: GatewayEvent) => this.#calls.send('report', event);
    const served = {
      options: { ...options, report },
      serving: this.#serving,
      writeLines: isLogged ? lines.write : undefined,
      ...this.#answersOfOwner(),
      ...(counterMemory && { counterMemory }),
      concurrency,
    };
    this.#server = await openCallServer(declared, tls, served, this.#opened);
    if (this.#material) this.#server.listeners.takeTls(this.#material);
  }

  /** The calls that the main thread answers for all workers. */
  #answersOfOwner() {
    const calls = this.#calls;
    return {
      addUsage: (increments: readonly UsageIncrement[]) => calls.send('addUsage', increments),
      usage: { read: (query: UsageQuery) => calls.request('readUsage', query).catch(throwStoreError) },
      readReport: (query: ReportQuery) => calls.request('readReport', query).catch(throwStoreError),
      readDrift: (apis: readonly string[]) => calls.request('readDrift', apis).catch(throwStoreError),
      readRecentCalls: (consumerKeys: readonly string[]) =>
        calls.request('readRecentCalls', consumerKeys).catch(throwStoreError),
      readTargetStates: (targets: readonly string[]) =>
        calls.request('readTargetStates', targets).catch(throwStoreError),
      audit: (event: AuditEvent) => calls.send('audit', event),
      reportUnavailable: (message: string) => calls.send('reportUnavailable', message),
      readLastChange: (api: string) => calls.request('readLastChange', api).catch(throwStoreError),
      compareVersions: (pair: VersionPair) => calls.request('compareVersions', pair),
      callNotices: (question: NoticeQuestion) =>
        calls.request('callNotices', question).catch(throwStoreError),
      callProposals: (question: ProposalQuestion) => calls.request('callProposals', question),
      resolveSecret: (reference: SecretReference) => calls.request('resolveSecret', reference),
      loginLimits: new OwnerLogins(calls),
      openGeneratedKey: holdGeneratedKey('signing-key.pem', () =>
        calls.request('readGeneratedKey', undefined),
      ),
    } satisfies Partial<CallServerOptions>;
  }

  async prepare(): Promise<void> {
    this.discard();
    const { latest } = this.tables;
    if (!latest || !this.#server) throw new Error('a worker has nothing to prepare');
    this.#prepared = await prepareGeneration(latest, this.#server.services, this.#serving);
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
    await this.#server?.listeners.listen(this.#data.addresses);
  }

  takeTls(material: TlsMaterial): void {
    if (this.#server) this.#server.listeners.takeTls(material);
    else this.#material = material;
  }

  drain(): void {
    this.#serving.drain();
  }

  metrics(index: number): MetricsChunk | undefined {
    if (!this.#server) return undefined;
    const { observer, services } = this.#server;
    if (index === 0) this.#metrics = new MetricsChunks(observer.read(services.pools.states()));
    return this.#metrics?.read(index);
  }

  /** The drift that this thread has observed. */
  drift(apis: readonly string[]): DriftByApi {
    return this.#server?.observer.readDrift(apis) ?? new Map();
  }

  /** The last calls with some consumer keys that this thread has completed. */
  recentCalls(consumerKeys: readonly string[]): readonly RecentCall[] {
    return this.#server?.observer.readRecentCalls(consumerKeys) ?? [];
  }

  /** The states of targets that this thread has found. */
  targetStates(targets: readonly string[]): TargetStates {
    return this.#server?.services.pools.statesOf(targets) ?? new Map();
  }

  close(): Promise<void> {
    return this.#opened.disposeAsync();
  }
}

/** Converts an error from another thread, which has lost its class. */
function throwStoreError(error: unknown): never {
  throw new StoreError(messageOf(error));
}
