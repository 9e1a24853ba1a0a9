import { isDigest, type Digest } from '#compiled/digest.ts';
import { isJsonObject, type Json } from '#compiled/json.ts';
import type { KeepText } from './saved-text.ts';

/** How many tables are remembered that any Envoy has accepted. */
const maxRecent = 10;

/** Of how many Envoys it is remembered which table they have accepted. */
const maxNames = 10_000;

/**
 * Which table each Envoy has accepted last, and which ones any Envoy has, so that one that starts while it refuses
 * something of the newest table gets one of these. It is remembered over a restart.
 */
export class AcceptedTables {
  /** By name; the one that has accepted a table last is the last one. */
  readonly #byName: Map<string, Digest>;
  /** The newest first. */
  #recent: readonly Digest[];
  readonly #keep: KeepText;

  /** `saved` is what `keep` was called with before a restart. */
  constructor(saved?: string, keep: KeepText = () => undefined) {
    const { byName, recent } = parseAccepted(saved);
    this.#byName = new Map(byName);
    this.#recent = recent;
    this.#keep = keep;
  }

  /** The tables that an Envoy can be expected to accept, the best first. */
  before(name: string): readonly Digest[] {
    const own = this.#byName.get(name);
    return own === undefined ? this.#recent : [own, ...this.#recent.filter((table) => table !== own)];
  }

  /** The table that an Envoy has accepted last; undefined if it is not known. */
  of(name: string): Digest | undefined {
    return this.#byName.get(name);
  }

  /** The one that any Envoy has accepted last. */
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

  /** Forgets the Envoys that are not among some, as those of pods whose names do not come back. */
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
