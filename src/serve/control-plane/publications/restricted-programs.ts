import type { Compiled } from '#compiled/compiled.ts';
import type { Digest } from '#compiled/digest.ts';
import type { EnvoyResource, EnvoyResources } from '#export/envoy/envoy-resources.ts';
import { programSubscription } from '../protocol/discovery-types.ts';
import { Publication } from './publication.ts';
import type { ResourceVersion, Restriction } from '../protocol/version-info.ts';

/** Builds restricted tables, and exports their programs for Envoy. */
export interface RestrictedExport {
  /** Returns the earlier table without what the newer one removes; the same object if nothing is removed. */
  readonly restrictTable: (earlier: Compiled, newer: Compiled) => Compiled;
  readonly exportProgram: (table: Compiled) => EnvoyResource;
}

interface RestrictedTable extends Restriction {
  readonly compiled: Compiled;
  /** Built when the first Envoy needs it. */
  program?: Publication;
}

const none: EnvoyResources = { listeners: [], routes: [], clusters: [], extensionConfigs: [], secrets: [] };

/**
 * Earlier tables without what the newest one removes, and their programs, for Envoys that refuse part of the newest
 * table. A restricted program refers only to resources that the program of the earlier table refers to.
 */
export class RestrictedPrograms {
  readonly #export: RestrictedExport;
  #tables: readonly RestrictedTable[] = [];

  constructor(restrictedExport: RestrictedExport) {
    this.#export = restrictedExport;
  }

  /** The programs that have been built and not discarded. */
  get made(): readonly Publication[] {
    return this.#tables.flatMap(({ program }) => program ?? []);
  }

  /** Whether the newest table removes something from an earlier one. */
  restricts(earlier: Compiled, newest: Compiled): boolean {
    return this.#restrict(earlier, newest).compiled !== earlier;
  }

  /** The restricted program of an earlier table. `since` is when the newest table was published. */
  programOf(earlier: Compiled, newest: Compiled, since: number): Publication {
    const restricted = this.#restrict(earlier, newest);
    const { compiled, table, by } = restricted;
    restricted.program ??= new Publication({
      table: compiled.digest,
      since,
      resources: { ...none, extensionConfigs: [this.#export.exportProgram(compiled)] },
      serves: new Set(),
      secrets: new Set(),
      restriction: { table, by },
    });
    return restricted.program;
  }

  /**
   * The restricted table that a program was built from. If the newest table removes nothing from `earlier`, the program
   * of that table counts too.
   */
  find({ digest }: ResourceVersion, earlier: Digest | undefined): RestrictedTable | undefined {
    return this.#tables.find(
      ({ program, compiled, table }) =>
        program?.digestFor(programSubscription) === digest ||
        (table === earlier && compiled.digest === earlier),
    );
  }

  /** Discards restricted tables unless they were built from a table in `earlier` and from `newest`. */
  keep(earlier: ReadonlySet<Digest>, newest: Digest): void {
    this.#tables = this.#tables.filter(({ table, by }) => by === newest && earlier.has(table));
  }

  #restrict(earlier: Compiled, newest: Compiled): RestrictedTable {
    const [table, by] = [earlier.digest, newest.digest];
    const known = this.#tables.find((restricted) => restricted.table === table && restricted.by === by);
    if (known) return known;
    const restricted = { table, by, compiled: this.#export.restrictTable(earlier, newest) };
    this.#tables = [restricted, ...this.#tables];
    return restricted;
  }
}
