import type { PackedTable } from '#compiled/compiled.ts';
import type { Changes } from '#compiler/load/files/file-cache.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { Builder, Rebuilt } from '../create-builder.ts';
import { buildIsolated, type Earlier } from './build-isolated.ts';
import type { Withheld } from './restrict-held.ts';
import type { ReadSources } from './source-state.ts';

/** The result of a build of sources, whether or not parts are held back. */
export interface IsolatingResult {
  /** The build of the newest sources, errors included. */
  readonly newest: Rebuilt;
  /** Absent if nothing can be served. */
  readonly served?: ServedSources;
  /** The parts that are held back, `Api DogPark/v1`, each with the first error that is the reason. */
  readonly held: ReadonlyMap<string, Diagnostic>;
}

/** A table, and the sources that it was built from. */
interface ServedSources extends ReadSources {
  readonly table: PackedTable;
  readonly diagnostics: readonly Diagnostic[];
}

interface Accepted extends ServedSources {
  readonly withheld: Withheld;
}

const nothing: Withheld = { newest: new Map() };

/**
 * Holds back the parts of sources that have errors, if the configuration allows it. Those parts stay as they were last
 * served.
 */
export class Isolation {
  readonly #readEarlier: () => Promise<Earlier>;
  #built: Accepted | undefined;
  #accepted: Accepted | undefined;

  /**
   * `readEarlier` reads what an earlier process served. It is called if errors occur before this process has served
   * anything.
   */
  constructor(readEarlier: () => Promise<Earlier>) {
    this.#readEarlier = readEarlier;
  }

  /** Builds the sources; `changed` means the same as for `Builder`. Rejects with an UnknownDeploymentError. */
  async build(builder: Builder, configFile: string, changed: Changes): Promise<IsolatingResult> {
    this.#built = undefined;
    const newest = await builder.build(changed);
    const { packed, workspace, sources, diagnostics } = newest;
    if (packed && workspace) {
      this.#built = { table: packed, workspace, sources, diagnostics, withheld: nothing };
      return { newest, served: this.#built, held: new Map() };
    }
    if (workspace?.gateway.value.reload?.isolate !== true) return { newest, held: new Map() };
    const isolated = await buildIsolated(builder, newest, configFile, await this.#earlier());
    if (!isolated) return { newest, held: new Map() };
    const { table, checked, diagnostics: left, held, withheld } = isolated;
    const { sources: read } = checked;
    this.#built = { table, workspace: checked, sources: read, diagnostics: left, withheld };
    return { newest, served: this.#built, held };
  }

  /**
   * Records that the result of the last build is served from now on. Returns its sources; undefined if it had no
   * result.
   */
  accept(): ReadSources | undefined {
    if (this.#built) this.#accepted = this.#built;
    return this.#built;
  }

  async #earlier(): Promise<Earlier> {
    if (!this.#accepted) return this.#readEarlier();
    return { sources: this.#accepted, withheld: this.#accepted.withheld };
  }
}
