import type { Compiled } from '../../compiled/compiled.ts';
import type { Digest } from '../../compiled/digest.ts';
import type { EnvoyResource, EnvoyResources } from '../../export/envoy/envoy-resources.ts';
import { Publication } from './publication.ts';

/** Writes the program of an earlier table without what a newer one takes away. */
export type ExportRestricted = (earlier: Compiled, newer: Compiled) => RestrictedProgram;

interface RestrictedProgram {
  /** Of the restricted table, which answers name. */
  readonly digest: Digest;
  readonly program: EnvoyResource;
}

const none: EnvoyResources = { listeners: [], routes: [], clusters: [], extensionConfigs: [], secrets: [] };

/**
 * The programs of earlier tables without what the newest one takes away, for Envoys that refuse something of it. Each is
 * made when the first Envoy needs it, and refers only to what the earlier table does.
 */
export class RestrictedPrograms {
  readonly #exportRestricted: ExportRestricted;
  #made: readonly Publication[] = [];

  constructor(exportRestricted: ExportRestricted) {
    this.#exportRestricted = exportRestricted;
  }

  /** Those that were made and are kept. */
  get made(): readonly Publication[] {
    return this.#made;
  }

  /** That of an earlier table, published with the newest one since a time. */
  of(earlier: Compiled, newest: Compiled, since: number): Publication {
    const known = this.#made.find(
      ({ restriction }) => restriction?.table === earlier.digest && restriction.by === newest.digest,
    );
    if (known) return known;
    const { digest, program } = this.#exportRestricted(earlier, newest);
    const made = new Publication({
      table: digest,
      since,
      resources: { ...none, extensionConfigs: [program] },
      serves: new Set(),
      secrets: new Set(),
      restriction: { table: earlier.digest, by: newest.digest },
    });
    this.#made = [made, ...this.#made];
    return made;
  }

  /** Forgets those of other tables than some, and those of before the newest one. */
  keep(earlier: ReadonlySet<Digest>, newest: Digest): void {
    this.#made = this.#made.filter(
      ({ restriction }) => restriction?.by === newest && earlier.has(restriction.table),
    );
  }
}
