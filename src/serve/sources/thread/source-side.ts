import type { Digest } from '#compiled/digest.ts';
import type { SecretReference } from '#compiled/settings/secret-reference.ts';
import { diffTables } from '#compiled/table-change.ts';
import type { Sources } from '#compiler/workspace/sources.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import { boundHeap, letHeapGrow } from '#platform/bound-heap.ts';
import { createSecretResolver } from '#platform/keys/secret-resolver.ts';
import { systemClock } from '#platform/system-clock.ts';
import type { VersionPair } from '#runtime/ports/contract-changes.ts';
import type { ReportQuery, SourceReport } from '#runtime/ports/reports.ts';
import type { ResolveSecret } from '#runtime/ports/secrets.ts';
import type { Seconds } from '#runtime/ports/token-store.ts';
import { readSecrets, SecretReferences } from '../read-secrets.ts';
import { locateFailures, SecretPlaces } from '../secret-references.ts';
import {
  type GoodTable,
  LastGoodError,
  lastGoodFile,
  readLastGood,
  readLastSignedAt,
} from '../saved/last-good.ts';
import { EarlierTables } from '../saved/earlier-tables.ts';
import { LastGoodKeeper } from '../saved/last-good-keeper.ts';
import { NewWarnings } from '../new-warnings.ts';
import { openSource, type OpenSource } from '../open-source.ts';
import { folderOf, type ThreadOptions } from '../../served/gateway-options.ts';
import type { SourceFailure, SourceReading } from '../source-reading.ts';
import { SourceReports } from '../source-reports.ts';
import { TableVerifier } from '../table-verifier.ts';
import { messageOf } from '../../served/startup-error.ts';
import { type ComparedVersions, ContractComparisons } from './contract-comparisons.ts';
import type { SentEarlier, SentLastGood, SentReading, SourceOwnerCalls } from './source-calls.ts';
import { TableSender } from '../../served/table-transfer.ts';
import type { ThreadCalls } from '../../served/thread-calls.ts';

/** How often the state of a remote source is sent to the main thread, in milliseconds. */
const reportRemoteEveryMs = 500;

/** Reads the sources for the serving thread. Everything that takes long for many APIs runs here. */
export class SourceSide {
  readonly #options: ThreadOptions;
  readonly #calls: ThreadCalls<SourceOwnerCalls>;
  readonly #sender: TableSender<string>;
  readonly #places = new SecretPlaces();
  readonly #reports: SourceReports;
  readonly #resolve: ResolveSecret;
  readonly #lastGoodFile: string;
  readonly #earlier: EarlierTables;
  readonly #lastGood: LastGoodKeeper;
  readonly #newWarnings: NewWarnings;
  readonly #verifier: TableVerifier | undefined;
  readonly #comparisons = new ContractComparisons();
  readonly #opened = new AsyncDisposableStack();
  #source: OpenSource | undefined;
  #sent: GoodTable | undefined;
  /** The table that was sent and then accepted most recently. */
  #accepted: GoodTable | undefined;
  #inUse: ReadonlySet<Digest> = new Set();

  constructor(options: ThreadOptions, calls: ThreadCalls<SourceOwnerCalls>) {
    this.#options = options;
    this.#reports = new SourceReports(options.deployment);
    this.#calls = calls;
    this.#sender = new TableSender(calls);
    this.#resolve = locateFailures(
      createSecretResolver(folderOf(options.source), process.env),
      this.#places.describe,
    );
    const warn = (message: string) => calls.send('warn', message);
    this.#lastGoodFile = lastGoodFile(options);
    this.#earlier = new EarlierTables(this.#lastGoodFile);
    this.#lastGood = new LastGoodKeeper(
      this.#lastGoodFile,
      warn,
      options.controlPlane ? this.#earlier : undefined,
    );
    this.#newWarnings = new NewWarnings(warn);
    this.#verifier = createVerifier(options, this.#lastGoodFile);
  }

  async open(): Promise<void> {
    letHeapGrow();
    this.#opened.defer(() => this.#lastGood.close());
    this.#opened.defer(() => this.#comparisons.close());
    const report = (event: { readonly type: string; readonly message?: string }) => {
      if (event.type === 'warning') this.#calls.send('warn', event.message ?? '');
    };
    const changed = () => this.#calls.send('changed', undefined);
    this.#source = await openSource({ ...this.#options, report }, this.#verifier, changed, this.#opened);
    if (!this.#source.remote) return;
    this.#reportRemote();
    const timer = setInterval(() => this.#reportRemote(), reportRemoteEveryMs);
    this.#opened.defer(() => clearInterval(timer));
  }

  async read(): Promise<SentReading> {
    if (!this.#source) throw new Error('sources were asked for that are not open');
    const reading = await this.#source.read();
    this.#places.follow(reading);
    this.#reports.follow(reading);
    this.#source.follow(reading);
    this.#reportRemote();
    if (!reading.ok) return { ok: false, failure: toSent(reading.failure) };
    const { references, commit, committedAt } = reading;
    try {
      const secrets = await readSecrets(references, this.#resolve);
      await this.#send(reading, secrets);
      this.#noteSignedAgain();
      this.#noteUnchanged();
      this.#newWarnings.note(reading.diagnostics ?? []);
      return {
        ok: true,
        ...sendHeld(reading),
        ...(commit !== undefined && { commit }),
        ...(committedAt !== undefined && { committedAt }),
      };
    } catch (error) {
      const message = `${commit === undefined ? '' : `Commit ${commit} cannot be served. `}${messageOf(error)}`;
      return { ok: false, failure: { message, diagnostics: [] } };
    }
  }

  async readLastGood(): Promise<SentLastGood> {
    const file = this.#lastGoodFile;
    try {
      const good = await readLastGood(file, this.#options.deployment, this.#verifier);
      if (!good) return { ok: true, isThere: false };
      await this.#lastGood.noteRead(good);
      const secrets = await readSecrets(new SecretReferences().listIn(good.table), this.#resolve);
      await this.#send(good, secrets);
      return { ok: true, isThere: true };
    } catch (error) {
      const { message } = error instanceof LastGoodError ? error : new LastGoodError(file, error);
      return { ok: false, message };
    }
  }

  report(query: ReportQuery): SourceReport | undefined {
    return this.#reports.read(query);
  }

  describePlace(reference: SecretReference): string {
    return this.#places.describe(reference);
  }

  async readEarlier(table: Digest): Promise<SentEarlier | undefined> {
    const good = await this.#earlier.read(table, this.#options.deployment, this.#verifier);
    const base = this.#sent?.table;
    return good && { base: base?.digest, change: diffTables(base, good.table) };
  }

  keepGood(inUse: ReadonlySet<Digest>): void {
    if (!this.#sent) return;
    this.#accepted = this.#sent;
    this.#inUse = inUse;
    this.#source?.accept();
    this.#lastGood.keep(this.#accepted, inUse);
    if (this.#accepted.signature) this.#verifier?.serve(this.#accepted.signature);
  }

  /** Records the tables that Envoys have, so that other gateways with the same state folder keep these tables too. */
  async noteInUse(inUse: ReadonlySet<Digest>): Promise<void> {
    this.#inUse = inUse;
    await this.#lastGood.noteInUse(inUse);
  }

  async compareVersions(pair: VersionPair): Promise<ComparedVersions | undefined> {
    const parts = this.#sent?.table.apis;
    const [older, newer] = [parts?.get(pair.older), parts?.get(pair.newer)];
    if (older === undefined || newer === undefined) return undefined;
    return this.#comparisons.compare(pair, { older, newer });
  }

  async readLastChange(api: string): Promise<Seconds | undefined> {
    return this.#source?.findLastChange?.(api);
  }

  look(): void {
    this.#source?.look();
  }

  close(): Promise<void> {
    return this.#opened.disposeAsync();
  }

  async #send(
    { table, signature }: GoodTable,
    secrets: Awaited<ReturnType<typeof readSecrets>>,
  ): Promise<void> {
    await this.#sender.send(table, secrets);
    if (!this.#sent) boundHeap();
    this.#sent = { table, ...(signature && { signature }) };
  }

  /** Accepts a new signature of the served table, which does not cause a reload. */
  #noteSignedAgain(): void {
    const isServed = this.#sent?.table.digest === this.#accepted?.table.digest;
    if (isServed && this.#sent?.signature?.jws !== this.#accepted?.signature?.jws) this.keepGood(this.#inUse);
  }

  /** Accepts changed sources that result in the served table, which does not cause a reload either. */
  #noteUnchanged(): void {
    if (this.#sent?.table.digest === this.#accepted?.table.digest) this.#source?.accept();
  }

  #reportRemote(): void {
    const state = this.#source?.remote?.();
    if (state) this.#calls.send('remote', state);
  }
}

function createVerifier({ source }: ThreadOptions, file: string): TableVerifier | undefined {
  if (!('verification' in source) || !source.verification) return undefined;
  const readServedAt = () => readLastSignedAt(file);
  return new TableVerifier({ ...source.verification, clock: systemClock, readServedAt });
}

/** Sends only the texts that the diagnostics point into, since the texts of all sources are too many. */
function toSent({ message, diagnostics, sources }: SourceFailure) {
  if (!sources) return { message, diagnostics };
  return { message, diagnostics, texts: textsOf(diagnostics, sources) };
}

function sendHeld({ held = [], sources }: SourceReading & { readonly ok: true }) {
  const reasons = held.map(({ reason }) => reason);
  return { held, texts: sources ? textsOf(reasons, sources) : new Map<string, string>() };
}

function textsOf(
  diagnostics: readonly Diagnostic[],
  sources: Pick<Sources, 'text'>,
): ReadonlyMap<string, string> {
  const files = new Set(
    diagnostics.flatMap(({ at, related = [] }) => [at.file, ...related.map((r) => r.at.file)]),
  );
  return new Map(
    [...files].flatMap((file) => {
      const text = sources.text(file);
      return text === undefined ? [] : [[file, text] as const];
    }),
  );
}
