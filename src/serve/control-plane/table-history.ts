import type { Digest } from '../../compiled/digest.ts';
import type { EnvoyResources } from '../../export/envoy/envoy-resources.ts';
import { type Referenced, referencedIn } from '../../export/envoy/keep-referenced.ts';

/** How many tables are kept, besides those that Envoys have. */
const maxTables = 10;

interface KnownTable {
  readonly digest: Digest;
  readonly referenced: Referenced;
  /** In milliseconds since 1970-01-01T00:00:00Z; undefined for the newest one. */
  readonly replacedAt: number | undefined;
}

/** What earlier tables refer to, for Envoys that still have their programs. */
export class TableHistory {
  /** The newest first. */
  #tables: readonly KnownTable[] = [];

  /** Notes a new table; `inUse` are those that Envoys have. */
  add(digest: Digest, resources: EnvoyResources, inUse: ReadonlySet<Digest>, now: number): void {
    const others = this.#tables
      .filter((table) => table.digest !== digest)
      .map((table) => ({ ...table, replacedAt: table.replacedAt ?? now }))
      .filter((table, index) => index < maxTables || inUse.has(table.digest));
    this.#tables = [{ digest, referenced: referencedIn(resources), replacedAt: undefined }, ...others];
  }

  has(digest: Digest): boolean {
    return this.#tables.some((table) => table.digest === digest);
  }

  /** Those that were replaced after a time, and those in use. */
  earlier(inUse: ReadonlySet<Digest>, after: number): readonly KnownTable[] {
    return this.#tables.filter(
      ({ digest, replacedAt }) => replacedAt !== undefined && (replacedAt > after || inUse.has(digest)),
    );
  }
}
