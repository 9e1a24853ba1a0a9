import type { Compiled } from '#compiled/compiled.ts';
import type { Digest } from '#compiled/digest.ts';
import type { GatewayEvent } from '../served/gateway-event.ts';
import { messageOf } from '../served/startup-error.ts';
import type { EnvoyNode } from './nodes/envoy-node.ts';

/** Reads an earlier table; undefined if it was not kept, or cannot be read, which is reported. */
export type ReadEarlier = (table: Digest) => Promise<Compiled | undefined>;

/** Where earlier tables are read from, and noted. */
export interface EarlierTableReaderOptions {
  /** The table of a node, if it is needed and not known. */
  readonly missingTableOf: (node: EnvoyNode) => Digest | undefined;
  readonly readEarlier: ReadEarlier | undefined;
  /** Returns whether it can be published again. */
  readonly note: (table: Compiled) => boolean;
  /** Notes that a table cannot be read or noted, so that nobody waits for it, and `missingTableOf` does not name it. */
  readonly noteUnusable: (table: Digest) => void;
  readonly report: (event: GatewayEvent) => void;
}

/**
 * Reads earlier tables again that Envoys have: those of before a restart, and those that only Envoys of another control
 * plane had until now.
 */
export class EarlierTableReader {
  readonly #options: EarlierTableReaderOptions;
  readonly #reading = new Set<Digest>();

  constructor(options: EarlierTableReaderOptions) {
    this.#options = options;
  }

  /** Whether the table of a node is being read, so that it is not known yet what the node needs. */
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

  /** Envoys keep one that cannot be read or noted, which their state shows; one that starts gets another one. */
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
