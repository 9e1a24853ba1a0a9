import type { SecretReference } from '../../compiled/manifest.ts';
import type { PackedTable } from '../../compiled/packed-table.ts';
import { boundHeap, letHeapGrow } from '../../platform/bound-heap.ts';
import { createSecretResolver } from '../../platform/secret-resolver.ts';
import type { ResolveSecret } from '../../runtime/ports/secrets.ts';
import { LastGoodError, lastGoodFile, readLastGood } from '../last-good.ts';
import { LastGoodKeeper } from '../last-good-keeper.ts';
import { messageOf } from '../message-of.ts';
import { openSource, type OpenSource } from '../open-source.ts';
import { readSecrets, SecretReferences } from '../read-secrets.ts';
import { folderOf, type SourceFailure } from '../read-source.ts';
import { locateFailures, SecretPlaces } from '../secret-places.ts';
import type { SentLastGood, SentReading, SourceOwnerCalls, SourceThreadData } from './source-calls.ts';
import { TableSender } from './table-transfer.ts';
import type { ThreadCalls } from './thread-calls.ts';

/** How often the thread that answers for it is told how a branch is, in milliseconds. */
const tellBranchEveryMs = 500;

/** Reads the sources for another thread, which serves: all that takes long with many APIs happens on this side. */
export class SourceSide {
  readonly #options: SourceThreadData;
  readonly #calls: ThreadCalls<SourceOwnerCalls>;
  readonly #sender: TableSender<string>;
  readonly #places = new SecretPlaces();
  readonly #resolve: ResolveSecret;
  readonly #lastGood: LastGoodKeeper;
  readonly #opened = new AsyncDisposableStack();
  #source: OpenSource | undefined;
  #sent: PackedTable | undefined;

  constructor(options: SourceThreadData, calls: ThreadCalls<SourceOwnerCalls>) {
    this.#options = options;
    this.#calls = calls;
    this.#sender = new TableSender(calls);
    this.#resolve = locateFailures(
      createSecretResolver(folderOf(options.source), process.env),
      this.#places.describe,
    );
    const warn = (message: string) => calls.tell('warn', message);
    this.#lastGood = new LastGoodKeeper(lastGoodFile(options.stateFolder, options.deployment), warn);
  }

  async open(): Promise<void> {
    letHeapGrow();
    this.#opened.defer(() => this.#lastGood.close());
    const report = (event: { readonly type: string; readonly message?: string }) => {
      if (event.type === 'warning') this.#calls.tell('warn', event.message ?? '');
    };
    const changed = () => this.#calls.tell('changed', undefined);
    this.#source = await openSource({ ...this.#options, report }, changed, this.#opened);
    if (!this.#source.branch) return;
    this.#tellBranch();
    const timer = setInterval(() => this.#tellBranch(), tellBranchEveryMs);
    this.#opened.defer(() => clearInterval(timer));
  }

  async read(): Promise<SentReading> {
    if (!this.#source) throw new Error('sources were asked for that are not open');
    const reading = await this.#source.read();
    this.#places.follow(reading);
    this.#source.follow(reading);
    this.#tellBranch();
    if (!reading.ok) return { ok: false, failure: toSent(reading.failure) };
    const { table, references, commit } = reading;
    try {
      const secrets = await readSecrets(references, this.#resolve);
      await this.#send(table, secrets);
      return { ok: true, ...(commit !== undefined && { commit }) };
    } catch (error) {
      const message = `${commit === undefined ? '' : `Commit ${commit} cannot be served. `}${messageOf(error)}`;
      return { ok: false, failure: { message, diagnostics: [] } };
    }
  }

  async readLastGood(): Promise<SentLastGood> {
    const { stateFolder, deployment } = this.#options;
    const file = lastGoodFile(stateFolder, deployment);
    try {
      const table = await readLastGood(file, deployment);
      if (!table) return { ok: true, isThere: false };
      const secrets = await readSecrets(new SecretReferences().listIn(table), this.#resolve);
      await this.#send(table, secrets);
      return { ok: true, isThere: true };
    } catch (error) {
      const { message } = error instanceof LastGoodError ? error : new LastGoodError(file, error);
      return { ok: false, message };
    }
  }

  describePlace(reference: SecretReference): string {
    return this.#places.describe(reference);
  }

  keepGood(): void {
    if (this.#sent) this.#lastGood.keep(this.#sent);
  }

  look(): void {
    this.#source?.look();
  }

  close(): Promise<void> {
    return this.#opened.disposeAsync();
  }

  async #send(table: PackedTable, secrets: Awaited<ReturnType<typeof readSecrets>>): Promise<void> {
    await this.#sender.send(table, secrets);
    // Whoever waits for the first table does not wait for this.
    if (!this.#sent) setImmediate(boundHeap);
    this.#sent = table;
  }

  #tellBranch(): void {
    const state = this.#source?.branch?.();
    if (state) this.#calls.tell('branch', state);
  }
}

/** The texts of all sources are many, those that the diagnostics point into a few. */
function toSent({ message, diagnostics, sources }: SourceFailure) {
  if (!sources) return { message, diagnostics };
  const files = new Set(
    diagnostics.flatMap(({ at, related = [] }) => [at.file, ...related.map((r) => r.at.file)]),
  );
  const texts = new Map(
    [...files].flatMap((file) => {
      const text = sources.text(file);
      return text === undefined ? [] : [[file, text] as const];
    }),
  );
  return { message, diagnostics, texts };
}
