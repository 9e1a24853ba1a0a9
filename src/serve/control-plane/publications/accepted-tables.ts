import { isDigest, type Digest } from '#compiled/digest.ts';
import { isJsonObject, type Json } from '#compiled/json.ts';
import type { KeepText } from '../../services/saved-text.ts';

/** How many of the most recently accepted tables are remembered, for all Envoys together. */
const maxRecent = 10;

/** For how many Envoys the accepted table is remembered. */
const maxNames = 10_000;

/**
 * The table that each Envoy accepted last, and the tables that any Envoy accepted recently. An Envoy that cannot start
 * with the newest table gets one of these. Saved across restarts.
 */
export class AcceptedTables {
  /** Table by Envoy name; the Envoy that accepted a table most recently is last. */
  readonly #byName: Map<string, Digest>;
  /** Newest first. */
  #recent: readonly Digest[];
  readonly #keep: KeepText;

  /** `saved` is the text that `keep` wrote before the restart. */
  constructor(saved?: string, keep: KeepText = () => undefined) {
    const { byName, recent } = parseAccepted(saved);
    this.#byName = new Map(byName);
    this.#recent = recent;
    this.#keep = keep;
  }

  /** The tables that an Envoy is likely to accept, the most likely first. */
  before(name: string): readonly Digest[] {
    const own = this.#byName.get(name);
    return own === undefined ? this.#recent : [own, ...this.#recent.filter((table) => table !== own)];
  }

  /** The table that an Envoy accepted last; undefined if unknown. */
  of(name: string): Digest | undefined {
    return this.#byName.get(name);
  }

  /** The table that was accepted last by any Envoy. */
  get latest(): Digest | undefined {
    return this.#recent[0];
  }

  note(name: string, table: Digest): void {
    this.#byName.delete(name);
    this.#byName.set(name, table);
    for (const oldest of this.#byName.keys()) {
      if (this.#byName.size <= maxNames) break;
      this.#byName.delete(oldest);
    }
    if (this.#recent[0] !== table)
      this.#recent = [table, ...this.#recent.filter((other) => other !== table)].slice(0, maxRecent);
    this.#keep(this.#render);
  }

  /** Removes the Envoys whose names are not in `names`, such as those of pods that no longer exist. */
  keepOnly(names: ReadonlyMap<string, unknown>): void {
    const { size } = this.#byName;
    for (const name of this.#byName.keys()) if (!names.has(name)) this.#byName.delete(name);
    if (this.#byName.size < size) this.#keep(this.#render);
  }

  readonly #render = (): string => JSON.stringify({ recent: this.#recent, byName: [...this.#byName] });
}

function parseAccepted(text = ''): {
  readonly byName: readonly (readonly [string, Digest])[];
  readonly recent: readonly Digest[];
} {
  try {
    const value = JSON.parse(text) as Json;
    const { byName, recent } = isJsonObject(value) ? value : {};
    return {
      byName: listOf(byName).filter(isNamed),
      recent: listOf(recent).filter((table) => isDigest(table)),
    };
  } catch {
    return { byName: [], recent: [] };
  }
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function isNamed(entry: unknown): entry is readonly [string, Digest] {
  return Array.isArray(entry) && typeof entry[0] === 'string' && isDigest(entry[1] as Json);
}
