import type { Compiled } from '../../compiled/compiled.ts';
import type { Digest } from '../../compiled/digest.ts';
import type { EnvoyResources } from '../../export/envoy/envoy-resources.ts';
import { keepReferenced } from '../../export/envoy/keep-referenced.ts';
import type { Clock } from '../../runtime/ports/clock.ts';
import { isKeys, isListener, isProgram, type Subscription } from './discovery-types.ts';
import type { EnvoyNode } from './envoy-node.ts';
import { lingerMs, nodeLifetimeMs, subscriptionLifetimeMs } from './poll-times.ts';
import { Publication } from './publication.ts';
import { type RestrictedExport, RestrictedPrograms } from './restricted-programs.ts';
import { TableHistory } from './table-history.ts';
import { maxSkewMs, type ReplacedKeys, type ResourceVersion, tableOf } from './version-info.ts';

/** A table as it was exported, without what earlier ones refer to. */
export interface PublishedTable {
  readonly compiled: Compiled;
  readonly resources: EnvoyResources;
  readonly since: number;
  /** Whether that is the time of a commit, which all control planes agree on. */
  readonly isDated: boolean;
  /** Its public keys, which have a version of their own. */
  readonly keys: ResourceVersion;
  /** The same, or when its listener was published as it is declared for the last time. */
  readonly listenerSince: number;
}

/** A restricted table. */
export interface RestrictedBy {
  /** Undefined if another control plane has made it. */
  readonly digest: Digest | undefined;
  /** The table whose removals it has. */
  readonly by: Digest;
}

/** A table of before a restart, whose keys count as known since then. */
type RememberedTable = Omit<PublishedTable, 'isDated' | 'keys' | 'listenerSince'>;

/** How many publications an Envoy may be behind to be shown with the table that it has. */
const maxHistory = 50;

/** What is published, and what was before as long as an Envoy has it. */
export class Publications implements Disposable {
  readonly #nodes: ReadonlyMap<string, EnvoyNode>;
  readonly #clock: Clock;
  readonly #tables = new TableHistory();
  readonly #restricted: RestrictedPrograms;
  /** The newest first. */
  #history: readonly Publication[] = [];
  /** Undefined before the first table. */
  #newest: PublishedTable | undefined;
  #lingering: NodeJS.Timeout | undefined;

  constructor(nodes: ReadonlyMap<string, EnvoyNode>, clock: Clock, restrictedExport: RestrictedExport) {
    this.#nodes = nodes;
    this.#clock = clock;
    this.#restricted = new RestrictedPrograms(restrictedExport);
  }

  get history(): readonly Publication[] {
    return this.#history;
  }

  /** The newest of each table. */
  get tables(): readonly Publication[] {
    return newestOfTables(this.#history);
  }

  get newest(): PublishedTable | undefined {
    return this.#newest;
  }

  /** Notes the table of before a restart. */
  remember(before: RememberedTable): void {
    this.#tables.add(before.compiled, before.resources, new Set(), this.#clock());
    this.#enter(before);
  }

  /** Notes an earlier table again that an Envoy has, with which nothing is published any more. */
  noteEarlier({ compiled, resources, since }: RememberedTable): void {
    const { digest: table } = compiled;
    this.#tables.addEarlier(compiled, resources, this.#clock());
    if (this.#history.some((publication) => publication.table === table)) return;
    const secrets = new Set(resources.secrets.map(({ name }) => name));
    const earlier = new Publication({ table, since, resources, serves: new Set([table]), secrets });
    earlier.retire(this.#subscriptions, this.#clock());
    this.#history = [...this.#history, earlier];
  }

  /** The table of the program of a node, if it is needed and not known here, or only by what it refers to. */
  missingTableOf({ program, isRefusing, isRefusingProgram }: EnvoyNode): Digest | undefined {
    const table = program && tableOf(program);
    if (!table || this.#history[0]?.hasProgram(program) || this.#tables.compiledOf(table)) return undefined;
    const isRestricted = program.restriction !== undefined || isRefusing || isRefusingProgram;
    return isRestricted || !this.#tables.has(table) ? table : undefined;
  }

  publish(published: PublishedTable): void {
    const { compiled, resources } = published;
    if (this.#newest?.compiled.digest !== compiled.digest)
      this.#tables.add(compiled, resources, this.tablesInUse, this.#clock());
    this.#newest = published;
    this.#enter(published);
    this.#release();
    this.#removeLater();
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#lingering);
  }

  /** The newest publication that a node can take; undefined if it has to wait for one. */
  publicationFor(
    node: EnvoyNode,
    subscription: Subscription,
    accepted: ResourceVersion | undefined,
  ): Publication | undefined {
    const [newest] = this.#history;
    if (!isProgram(subscription)) return newest;
    const own = accepted && tableOf(accepted);
    const ready = this.#history.find(
      (publication) =>
        (accepted && publication.hasProgram(accepted)) ||
        ((publication.contentFor(subscription) || publication.table === own) &&
          node.isReadyFor(publication, this.#history)),
    );
    if (!accepted) return ready ?? newest;
    if (!ready || ready.table === newest?.table || (!node.isRefusing && !accepted.restriction)) return ready;
    return this.#restrict(ready, accepted);
  }

  /**
   * Whether a node has something of a later table than the one that is published here, or later keys, which must not be
   * undone. Without the time of a commit, a version that this control plane has published at about that time is an
   * earlier one, whatever the clock of another one says.
   */
  isAhead({ versions }: EnvoyNode, subscription: Subscription): boolean {
    const history = this.#history;
    return versions.some(([held, { digest, since, restriction, replaced }]) => {
      // Keys and a listener that are later do not make the table later.
      if (isKeys(held) && !isKeys(subscription)) return false;
      if (isListener(held) && !isListener(subscription)) return false;
      if (replaced && since > (history[0]?.sinceFor(held) ?? 0) && this.#isReplaced(replaced)) return true;
      const skew = this.#newest?.isDated && !isKeys(held) ? 1 : maxSkewMs;
      return (
        since > (history[0]?.sinceFor(held) ?? 0) &&
        !history.some(
          (publication) =>
            (publication.digestFor(held) === digest || publication.table === restriction?.by) &&
            since - publication.sinceFor(held) < skew,
        )
      );
    });
  }

  /** Whether the keys that are published here were replaced, so that what has replaced them is later. */
  #isReplaced({ digest, since }: ReplacedKeys): boolean {
    const keys = this.#newest?.keys;
    return keys?.digest === digest && Math.abs(since - keys.since) < maxSkewMs;
  }

  /** The program of the table that a node has, without what the newest one takes away; undefined if it cannot be sent. */
  substituteFor(node: EnvoyNode, accepted: ResourceVersion): Publication | undefined {
    const own = this.#publicationOf(accepted);
    if (!own || own.table === this.#history[0]?.table || !this.#canReplace(node, own)) return undefined;
    return this.#restrict(own, accepted);
  }

  /** The publication of the table of a program, whose text may be of another version of Gatewright. */
  #publicationOf(program: ResourceVersion): Publication | undefined {
    const table = tableOf(program);
    return (
      this.#history.find((publication) => publication.hasProgram(program)) ??
      this.#history.find((publication) => publication.table === table)
    );
  }

  /** Whether a node has what a restricted program of its own table refers to, which other versions may call otherwise. */
  #canReplace(node: EnvoyNode, own: Publication): boolean {
    return (node.program && own.hasProgram(node.program)) || node.isReadyFor(own, this.#history);
  }

  /** The program of an earlier publication without what the newest table takes away. */
  #restrict(ready: Publication, accepted: ResourceVersion): Publication | undefined {
    const newest = this.#newest;
    const earlier = this.#tables.compiledOf(ready.table);
    // One that is not restricted would give back what is taken away.
    if (!newest || !earlier) return accepted.restriction ? undefined : ready;
    if (!accepted.restriction && !this.#restricted.restricts(earlier, newest.compiled)) return ready;
    return this.#restricted.programOf(earlier, newest.compiled, newest.since);
  }

  /** The restricted table by whose program an Envoy decides: its digest, if it is known here, and whose removals it has. */
  restrictionOf({ program }: EnvoyNode): RestrictedBy | undefined {
    if (!program) return undefined;
    const earlier = program.restriction ? undefined : this.#publicationOf(program)?.table;
    const restricted = this.#restricted.find(program, earlier);
    const { by } = restricted ?? program.restriction ?? {};
    return by && { digest: restricted?.compiled.digest, by };
  }

  /**
   * Whether a node keeps what the newest table takes away: it refuses something, and its own table is not known here, or
   * may refer to what the node does not have.
   */
  keepsRemoved(node: EnvoyNode): boolean {
    const { program, isRefusing, isRefusingProgram } = node;
    const [newest] = this.#history;
    if (!newest || !program || (!program.restriction && !isRefusing && !isRefusingProgram)) return false;
    if ([tableOf(program), program.restriction?.by].includes(newest.table)) return false;
    const own = this.#publicationOf(program);
    return !(own && this.#tables.compiledOf(own.table) && this.#canReplace(node, own));
  }

  #enter({
    compiled: { digest: table },
    resources,
    since,
    keys,
    listenerSince,
  }: RememberedTable & Partial<PublishedTable>): void {
    const now = this.#clock();
    const inUse = this.tablesInUse;
    const earlier = this.#tables.earlier(inUse, now - subscriptionLifetimeMs);
    const publication = new Publication({
      table,
      since,
      keys,
      listenerSince,
      resources: keepReferenced(
        resources,
        earlier.map(({ referenced }) => referenced),
      ),
      serves: new Set([table, ...earlier.map(({ digest }) => digest)]),
      secrets: new Set(resources.secrets.map(({ name }) => name)),
    });
    for (const replaced of this.#history) replaced.retire(this.#subscriptions, now);
    const tables = new Set(newestOfTables(this.#history));
    const kept = this.#history.filter(
      (old, index) => index < maxHistory || (inUse.has(old.table) && tables.has(old)),
    );
    this.#history = [publication, ...kept];
  }

  /** Removes what only earlier tables refer to, once no Envoy has one of them, and programs that nobody is sent any more. */
  #removeLater(): void {
    clearTimeout(this.#lingering);
    this.#lingering = setTimeout(() => this.#remove(), lingerMs).unref();
  }

  #remove(): void {
    const [publication, ...replaced] = this.#history;
    if (!this.#newest || !publication) return;
    for (const earlier of replaced) earlier.retire([], this.#clock());
    const needed = new Set([...this.tablesInUse, publication.table]);
    const isTooMuch = [...publication.serves].some((table) => !needed.has(table));
    if (isTooMuch) this.#enter(this.#newest);
    this.#release();
    if (isTooMuch || needed.size > 1) this.#removeLater();
  }

  /** Keeps only the tables that Envoys may have, and programs that were made of them. */
  #release(): void {
    const inUse = this.tablesInUse;
    this.#tables.release(inUse, this.#clock() - subscriptionLifetimeMs);
    if (this.#newest) this.#restricted.keep(inUse, this.#newest.compiled.digest);
  }

  /** Adds what the program of a node refers to, if it is of a table of before that nobody else had. */
  keepFor(node: EnvoyNode): void {
    const [publication] = this.#history;
    const lacks = this.#tablesOf(node).some(
      (table) => publication?.serves.has(table) === false && this.#tables.has(table),
    );
    if (!lacks || !this.#newest) return;
    this.#enter(this.#newest);
    this.#removeLater();
  }

  /** The tables whose programs Envoys may have. */
  get tablesInUse(): ReadonlySet<Digest> {
    const since = this.#clock() - nodeLifetimeMs;
    const nodes = [...this.#nodes.values()].filter(({ polledAt }) => polledAt >= since);
    return new Set(nodes.flatMap((node) => this.#tablesOf(node)));
  }

  /** The tables whose programs a node may have. */
  #tablesOf({ programs }: EnvoyNode): readonly Digest[] {
    return programs.flatMap(
      (program) =>
        this.#history.find((publication) => publication.hasProgram(program))?.table ?? tableOf(program) ?? [],
    );
  }

  get #subscriptions(): readonly Subscription[] {
    return [...this.#nodes.values()].flatMap((node) => node.subscriptions);
  }
}

function newestOfTables(history: readonly Publication[]): readonly Publication[] {
  const byTable = new Map(history.toReversed().map((publication) => [publication.table, publication]));
  return history.filter((publication) => byTable.get(publication.table) === publication);
}
