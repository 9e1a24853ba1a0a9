import { canonicalJson } from '../../compiled/canonical-json.ts';
import type { CompiledApi } from '../../compiled/compiled-api.ts';
import type { Compiled } from '../../compiled/compiled.ts';
import { digestOf, type Digest } from '../../compiled/digest.ts';
import { packTable, type PackedTable } from '../../compiled/packed-table.ts';
import type { DeclaredApi } from '../workspace/workspace.ts';
import { compileApi } from '../kinds/api/compile/compile-api.ts';

/** An API's part of a route table. */
export interface Part {
  readonly digest: Digest;
  readonly api: CompiledApi;
}

/**
 * What one compilation leaves to the next for the same deployment: whatever was made of declarations that are the same
 * objects, and the texts of the manifest's entries.
 */
export class CompileCache {
  readonly #parts = new WeakMap<DeclaredApi, Part>();
  readonly #partTexts = new WeakMap<CompiledApi, string>();
  readonly #entries = new WeakMap<object, object>();
  readonly #texts = new WeakMap<object, string>();
  readonly #lists = new Map<string, readonly unknown[]>();
  #before: Compiled['apis'] = new Map();

  /** The part of an API; where it means the same as before, it is the same object. */
  part(api: DeclaredApi, deployment: string): Part {
    const known = this.#parts.get(api);
    if (known) return known;
    const compiled = compileApi(api, deployment);
    const text = canonicalJson(compiled);
    const digest = digestOf(text);
    const part = { digest, api: this.#before.get(digest) ?? compiled };
    if (part.api === compiled) this.#partTexts.set(compiled, text);
    this.#parts.set(api, part);
    return part;
  }

  /** Packs a table that was compiled with this cache, by the texts that its digests were computed of. */
  pack(compiled: Compiled): PackedTable {
    return packTable(compiled, (part) => this.#partTexts.get(part));
  }

  /** The manifest's entry of a declaration, where nothing else has a say in it. */
  entry<Source extends object, Entry extends object>(source: Source, make: (source: Source) => Entry): Entry {
    const known = this.#entries.get(source);
    if (known) return known as Entry;
    const entry = make(source);
    this.#entries.set(source, entry);
    return entry;
  }

  /** A list of entries; where they say the same as before, in the same order, it is the same list. */
  list<Entry extends object>(name: string, entries: readonly Entry[]): readonly Entry[] {
    const before = (this.#lists.get(name) ?? []) as readonly Entry[];
    const isSame =
      before.length === entries.length && entries.every((entry, index) => this.#isSame(entry, before[index]));
    const list = isSame ? before : entries;
    this.#lists.set(name, list);
    return list;
  }

  #isSame(entry: object, before: object | undefined): boolean {
    return entry === before || (before !== undefined && this.#textOf(entry) === this.#textOf(before));
  }

  /** Tells the canonical texts of a manifest's lists. */
  textsOf(manifest: Compiled['manifest']): (list: object) => string | undefined {
    for (const list of Object.values(manifest).filter(Array.isArray)) {
      if (this.#texts.has(list)) continue;
      const texts = list.map((entry: object) => this.#textOf(entry));
      this.#texts.set(list, `[${texts.join(',')}]`);
    }
    return (list) => this.#texts.get(list);
  }

  #textOf(entry: object): string {
    const known = this.#texts.get(entry);
    if (known !== undefined) return known;
    const text = canonicalJson(entry);
    this.#texts.set(entry, text);
    return text;
  }

  /** Says what was compiled last. */
  keep({ apis }: Compiled): void {
    this.#before = apis;
  }
}
