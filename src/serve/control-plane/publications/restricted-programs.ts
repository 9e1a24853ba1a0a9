import type { Compiled } from '#compiled/compiled.ts';
import type { Digest } from '#compiled/digest.ts';
import type { EnvoyResource, EnvoyResources } from '#export/envoy/envoy-resources.ts';
import { programSubscription } from '../protocol/discovery-types.ts';
import { Publication } from './publication.ts';
import type { ResourceVersion, Restriction } from '../protocol/version-info.ts';

/** What makes restricted tables, and writes the program of one for Envoy. */
export interface RestrictedExport {
  /** The earlier table without what the newer one takes away; the same object if that is nothing. */
  readonly restrictTable: (earlier: Compiled, newer: Compiled) => Compiled;
  readonly exportProgram: (table: Compiled) => EnvoyResource;
}

interface RestrictedTable extends Restriction {
  readonly compiled: Compiled;
  /** Made when the first Envoy needs it. */
  program?: Publication;
}

const none: EnvoyResources = { listeners: [], routes: [], clusters: [], extensionConfigs: [], secrets: [] };

/**
 * Earlier tables without what the newest one takes away, and their programs, for Envoys that refuse something of the
 * newest one. A program refers only to what that of the earlier table does.
 */
export class RestrictedPrograms {
  readonly #export: RestrictedExport;
  #tables: readonly RestrictedTable[] = [];

  constructor(restrictedExport: RestrictedExport) {
    this.#export = restrictedExport;
  }

  /** Those that were made and are kept. */
  get made(): readonly Publication[] {
    return this.#tables.flatMap(({ program }) => program ?? []);
  }

  /** Whether the newest table takes something away from an earlier one. */
  restricts(earlier: Compiled, newest: Compiled): boolean {
    return this.#restrict(earlier, newest).compiled !== earlier;
  }

  /** The program of an earlier table, published with the newest one since a time. */
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

  /** What a program was made of that is the same as one that was made, or that of an earlier table that loses nothing. */
  find({ digest }: ResourceVersion, earlier: Digest | undefined): RestrictedTable | undefined {
    return this.#tables.find(
      ({ program, compiled, table }) =>
        program?.digestFor(programSubscription) === digest ||
        (table === earlier && compiled.digest === earlier),
    );
  }

  /** Forgets those of other tables than some, and those of before the newest one. */
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
