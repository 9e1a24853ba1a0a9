import { loadTexts } from '#pipeline/isolate/load-texts.ts';
import type { Earlier } from '#pipeline/isolate/build-isolated.ts';
import type { ReadSources } from '#pipeline/isolate/source-state.ts';
import type { Clock } from '#runtime/ports/clock.ts';
import type { GoodSources, HeldSince } from './good-sources.ts';
import type { GoodTable } from './last-good.ts';

/** Reads the last good table; undefined if there is none. Rejects if it cannot be used. */
export type ReadGoodTable = () => Promise<GoodTable | undefined>;

/**
 * The sources that were served last, by this process or the previous one. Parts that are held back are served from
 * them.
 */
export class SavedState {
  readonly #file: GoodSources;
  readonly #readTable: ReadGoodTable;
  readonly #clock: Clock;
  #since: HeldSince = new Map();
  #served: ReadSources | undefined;

  constructor(file: GoodSources, readTable: ReadGoodTable, clock: Clock) {
    this.#file = file;
    this.#readTable = readTable;
    this.#clock = clock;
  }

  /** Reads the state that the previous process saved. */
  async read(configFile: string): Promise<Earlier> {
    const saved = await this.#file.read();
    this.#since = saved.since;
    const sources = await loadTexts(saved.texts, configFile);
    // If there is no usable table, only the sources show what was served.
    const good = await this.#readTable().catch(() => undefined);
    const before = good && { table: good.table, parts: 'all' as const };
    return { sources, withheld: { newest: new Map(), ...(before && { before }) } };
  }

  /** Records the parts that are held back now. */
  note(parts: Iterable<string>): void {
    const now = this.#clock();
    const since = new Map([...parts].map((part) => [part, this.#since.get(part) ?? now] as const));
    const isSame =
      since.size === this.#since.size && [...since.keys()].every((part) => this.#since.has(part));
    if (isSame) return;
    this.#since = since;
    if (this.#served) this.keep(this.#served);
  }

  /** When a part was first held back, in milliseconds since 1970-01-01T00:00:00Z. */
  sinceOf(part: string): number {
    return this.#since.get(part) ?? this.#clock();
  }

  /** Saves the sources that are served now, if isolation is enabled. */
  keep(served: ReadSources): void {
    this.#served = served;
    const { reload } = served.workspace.gateway.value;
    this.#file.save(reload?.isolate === true ? served : undefined, this.#since);
  }

  /** Resolves when the last save is finished, successfully or not. */
  close(): Promise<void> {
    return this.#file.close();
  }
}
