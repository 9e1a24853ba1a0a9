import type { Compiled } from '#compiled/compiled.ts';
import type { Digest } from '#compiled/digest.ts';
import type { EnvoyResources } from '#export/envoy/envoy-resources.ts';
import { type Referenced, referencedIn } from '#export/envoy/keep-referenced.ts';

/** How many tables are remembered in addition to those that Envoys have. */
const maxTables = 10;

/** How many unusable tables are remembered; the number is limited because an Envoy can name any table. */
const maxUnusable = 1000;

interface KnownTable {
  readonly digest: Digest;
  /** Undefined once no Envoy has the program of the table. */
  readonly compiled: Compiled | undefined;
  readonly referenced: Referenced;
  /** In milliseconds since 1970-01-01T00:00:00Z; undefined for the newest table. */
  readonly replacedAt: number | undefined;
}

/**
 * The newest table and earlier ones, with the resources that they refer to, for Envoys that still have their programs.
 */
export class TableHistory {
  /** Newest first. */
  #tables: readonly KnownTable[] = [];
  readonly #unusable = new Set<Digest>();

  /** Adds a new table. `inUse` are the tables that Envoys have. */
  add(compiled: Compiled, resources: EnvoyResources, inUse: ReadonlySet<Digest>, now: number): void {
    const { digest } = compiled;
    const others = this.#tables
      .filter((table) => table.digest !== digest)
      .map((table) => ({ ...table, replacedAt: table.replacedAt ?? now }))
      .filter((table, index) => index < maxTables || inUse.has(table.digest));
    const referenced = referencedIn(resources);
    this.#tables = [{ digest, compiled, referenced, replacedAt: undefined }, ...others];
  }

  /** Adds an earlier table that an Envoy still has, unless it is the newest one again. */
  addEarlier(compiled: Compiled, resources: EnvoyResources, now: number): void {
    const { digest } = compiled;
    if (this.#tables.some((table) => table.digest === digest && table.replacedAt === undefined)) return;
    const others = this.#tables.filter((table) => table.digest !== digest);
    this.#tables = [...others, { digest, compiled, referenced: referencedIn(resources), replacedAt: now }];
  }

  /** A table that an Envoy may have; undefined if its content is unknown. */
  compiledOf(digest: Digest): Compiled | undefined {
    return this.#tables.find((table) => table.digest === digest)?.compiled;
  }

  /**
   * Discards the content of all tables except the newest one and those that `earlier` returns. What they refer to stays
   * known.
   */
  release(inUse: ReadonlySet<Digest>, after: number): void {
    const retained = new Set(this.earlier(inUse, after));
    this.#tables = this.#tables.map((table) =>
      table.replacedAt === undefined || retained.has(table) ? table : { ...table, compiled: undefined },
    );
  }

  has(digest: Digest): boolean {
    return this.#tables.some((table) => table.digest === digest);
  }

  /** Records that a table cannot be read or exported. */
  noteUnusable(digest: Digest): void {
    this.#unusable.add(digest);
    for (const oldest of this.#unusable) {
      if (this.#unusable.size <= maxUnusable) break;
      this.#unusable.delete(oldest);
    }
  }

  isUnusable(digest: Digest): boolean {
    return this.#unusable.has(digest);
  }

  /** Lets unusable tables be tried again, since their files may exist now. */
  forgetUnusable(): void {
    this.#unusable.clear();
  }

  /** The tables that were replaced after `after` or are in use. */
  earlier(inUse: ReadonlySet<Digest>, after: number): readonly KnownTable[] {
    return this.#tables.filter(
      ({ digest, replacedAt }) => replacedAt !== undefined && (replacedAt > after || inUse.has(digest)),
    );
  }
}
