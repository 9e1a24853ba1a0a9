import type { Compiled } from '#compiled/compiled.ts';
import type { Digest } from '#compiled/digest.ts';
import type { EnvoyResources } from '#export/envoy/envoy-resources.ts';
import { type Referenced, referencedIn } from '#export/envoy/keep-referenced.ts';

/** How many tables are kept, besides those that Envoys have. */
const maxTables = 10;

/** Of how many tables it is known that they are unusable, since an Envoy can name any. */
const maxUnusable = 1000;

interface KnownTable {
  readonly digest: Digest;
  /** Undefined once no Envoy has its program. */
  readonly compiled: Compiled | undefined;
  readonly referenced: Referenced;
  /** In milliseconds since 1970-01-01T00:00:00Z; undefined for the newest one. */
  readonly replacedAt: number | undefined;
}

/** The resources that earlier tables refer to, for Envoys that still have their programs. */
export class TableHistory {
  /** The newest first. */
  #tables: readonly KnownTable[] = [];
  readonly #unusable = new Set<Digest>();

  /** Notes a new table; `inUse` are those that Envoys have. */
  add(compiled: Compiled, resources: EnvoyResources, inUse: ReadonlySet<Digest>, now: number): void {
    const { digest } = compiled;
    const others = this.#tables
      .filter((table) => table.digest !== digest)
      .map((table) => ({ ...table, replacedAt: table.replacedAt ?? now }))
      .filter((table, index) => index < maxTables || inUse.has(table.digest));
    const referenced = referencedIn(resources);
    this.#tables = [{ digest, compiled, referenced, replacedAt: undefined }, ...others];
  }

  /** Notes an earlier table again that an Envoy has, unless it has become the newest one meanwhile. */
  addEarlier(compiled: Compiled, resources: EnvoyResources, now: number): void {
    const { digest } = compiled;
    if (this.#tables.some((table) => table.digest === digest && table.replacedAt === undefined)) return;
    const others = this.#tables.filter((table) => table.digest !== digest);
    this.#tables = [...others, { digest, compiled, referenced: referencedIn(resources), replacedAt: now }];
  }

  /** A table that an Envoy may have; undefined if it is not known. */
  compiledOf(digest: Digest): Compiled | undefined {
    return this.#tables.find((table) => table.digest === digest)?.compiled;
  }

  /** Keeps of other tables than those of `earlier` and the newest one only what they refer to. */
  release(inUse: ReadonlySet<Digest>, after: number): void {
    const retained = new Set(this.earlier(inUse, after));
    this.#tables = this.#tables.map((table) =>
      table.replacedAt === undefined || retained.has(table) ? table : { ...table, compiled: undefined },
    );
  }

  has(digest: Digest): boolean {
    return this.#tables.some((table) => table.digest === digest);
  }

  /** Notes that a table cannot be read or exported again. */
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

  /** Lets unusable tables be tried again, whose files may be there meanwhile. */
  forgetUnusable(): void {
    this.#unusable.clear();
  }

  /** Those that were replaced after a time, and those in use. */
  earlier(inUse: ReadonlySet<Digest>, after: number): readonly KnownTable[] {
    return this.#tables.filter(
      ({ digest, replacedAt }) => replacedAt !== undefined && (replacedAt > after || inUse.has(digest)),
    );
  }
}
