import type { Compiled } from '#compiled/compiled.ts';
import type { Digest } from '#compiled/digest.ts';
import type { GatewayEvent } from '../served/gateway-event.ts';
import { messageOf } from '../served/startup-error.ts';
import type { EnvoyNode } from './nodes/envoy-node.ts';

/** Reads an earlier table. Undefined if the table was not saved or cannot be read; read errors are reported. */
export type ReadEarlier = (table: Digest) => Promise<Compiled | undefined>;

/** How the reader finds, reads and records earlier tables. */
export interface EarlierTableReaderOptions {
  /** The table that a node needs and that is not known yet. */
  readonly missingTableOf: (node: EnvoyNode) => Digest | undefined;
  readonly readEarlier: ReadEarlier | undefined;
  /** Records a table; returns whether it can be published again. */
  readonly note: (table: Compiled) => boolean;
  /** Records that a table cannot be read or published, so that nothing waits for it and `missingTableOf` skips it. */
  readonly noteUnusable: (table: Digest) => void;
  readonly report: (event: GatewayEvent) => void;
}

/**
 * Reads earlier tables that Envoys still have: tables from before a restart, and tables of another control plane's
 * Envoys.
 */
export class EarlierTableReader {
  readonly #options: EarlierTableReaderOptions;
  readonly #reading = new Set<Digest>();

  constructor(options: EarlierTableReaderOptions) {
    this.#options = options;
  }

  /** Whether the table of a node is still being read, so that what the node needs is not known yet. Starts the read. */
  isReadingFor(node: EnvoyNode): boolean {
    const { missingTableOf, readEarlier, noteUnusable } = this.#options;
    const table = missingTableOf(node);
    if (!table) return false;
    if (!readEarlier) {
      noteUnusable(table);
      return false;
    }
    if (!this.#reading.has(table)) void this.#read(table, readEarlier);
    return true;
  }

  /**
   * If the table cannot be read or published, Envoys that have it keep it, as their state shows, and an Envoy that
   * starts gets another table.
   */
  async #read(table: Digest, readEarlier: ReadEarlier): Promise<void> {
    const { note, noteUnusable, report } = this.#options;
    this.#reading.add(table);
    try {
      const compiled = await readEarlier(table);
      if (!compiled || !note(compiled)) noteUnusable(table);
    } catch (error) {
      const message = `The earlier table ${table} cannot be published again: ${messageOf(error)}`;
      report({ type: 'warning', message });
      noteUnusable(table);
    }
    this.#reading.delete(table);
  }
}
