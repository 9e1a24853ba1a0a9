import type { Compiled } from '../../compiled/compiled.ts';
import type { Digest } from '../../compiled/digest.ts';
import type { EnvoyNode } from './envoy-node.ts';

/** Reads an earlier table; undefined if it was not kept, or cannot be read. Never rejects. */
export type ReadEarlier = (table: Digest) => Promise<Compiled | undefined>;

/** Where earlier tables are read again, and noted. */
export interface RecalledTablesOptions {
  readonly nodes: ReadonlyMap<string, EnvoyNode>;
  /** The table of a node, if it is needed and not known. */
  readonly missingTableOf: (node: EnvoyNode) => Digest | undefined;
  readonly readEarlier: ReadEarlier | undefined;
  readonly note: (table: Compiled) => void;
}

/**
 * Reads earlier tables again that Envoys have: those of before a restart, and those that only Envoys of another control
 * plane had until now.
 */
export class RecalledTables {
  readonly #options: RecalledTablesOptions;
  readonly #reading = new Set<Digest>();

  constructor(options: RecalledTablesOptions) {
    this.#options = options;
  }

  /** Whether the table of a node is being read, so that it is not known yet what the node needs. */
  isReadingFor(node: EnvoyNode): boolean {
    const { missingTableOf, readEarlier } = this.#options;
    const table = missingTableOf(node);
    if (!readEarlier || !table || node.unknownTable === table) return false;
    if (!this.#reading.has(table)) void this.#read(table, readEarlier);
    return true;
  }

  async #read(table: Digest, readEarlier: ReadEarlier): Promise<void> {
    const { nodes, missingTableOf, note } = this.#options;
    this.#reading.add(table);
    const compiled = await readEarlier(table);
    this.#reading.delete(table);
    if (compiled) note(compiled);
    for (const node of nodes.values()) if (missingTableOf(node) === table) node.unknownTable = table;
  }
}
