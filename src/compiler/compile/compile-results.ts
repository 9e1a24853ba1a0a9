import { canonicalJson } from '#compiled/canonical-json.ts';
import type { CompiledApi } from '#compiled/compiled-api.ts';
import type { Compiled, PackedTable } from '#compiled/compiled.ts';
import { digestOf, type Digest } from '#compiled/digest.ts';
import { sameJson } from '#compiled/json.ts';
import { type BuildStore, ResultKind, type Results } from '#compiler/workspace/build-store.ts';
import type { DeclaredApi } from '#compiler/workspace/workspace.ts';
import { compileApi } from '#compiler/kinds/api/compile/compile-api.ts';
import type { PartDigests } from './part-digests.ts';
import { DeferredParts } from './deferred-parts.ts';

/** An API's part of a route table. */
interface Part {
  readonly digest: Digest;
  readonly api: CompiledApi;
  /** The text that was digested. */
  readonly text: string;
}

/** A part whose digest is known; it is compiled when it is first requested. */
interface DeferredPart {
  readonly digest: Digest;
  readonly compile: () => CompiledApi;
}

/** A list of a manifest, with the canonical texts of its entries and of the whole. */
interface ListOfEntries {
  readonly entries: readonly object[];
  readonly texts: readonly string[];
  readonly text: string;
}

/** By API; the input is the deployment. */
const partsOfApis = new ResultKind<DeclaredApi, Part | DeferredPart>('compile');
const entriesOfDeclarations = new ResultKind<object, object>('compile');
/** By the name of the list in the manifest. */
const listsOfManifest = new ResultKind<string, ListOfEntries>('compile');
const partsOfTable = new ResultKind<'last', Compiled['apis']>('compile');

/** The results of one compilation, new or reused: a result with the same content is the same object. */
export class CompileResults {
  readonly #store: BuildStore;
  readonly #parts: Results<DeclaredApi, Part | DeferredPart>;
  readonly #entries: Results<object, object>;
  readonly #partsByDigest = new Map<Digest, CompiledApi>();
  readonly #partTexts = new Map<Digest, string>();
  readonly #digests: PartDigests | undefined;
  readonly #deferred = new Map<Digest, () => CompiledApi>();
  readonly #listTexts = new Map<object, string>();

  /**
   * Parts whose digests are known are compiled only when they are first read. A table with such parts cannot be packed.
   */
  constructor(store: BuildStore, digests?: PartDigests) {
    this.#store = store;
    this.#digests = digests;
    this.#parts = store.of(partsOfApis);
    this.#entries = store.of(entriesOfDeclarations);
  }

  /** The digest of the part of an API; the part stays the same object if its content is the same as before. */
  part(api: DeclaredApi, deployment: string): Digest {
    const part = this.#parts.find(api, deployment) ?? this.#deferOrMake(api, deployment);
    if ('compile' in part) this.#deferred.set(part.digest, part.compile);
    else {
      this.#partsByDigest.set(part.digest, part.api);
      this.#partTexts.set(part.digest, part.text);
    }
    return part.digest;
  }

  #deferOrMake(api: DeclaredApi, deployment: string): Part | DeferredPart {
    const digest = this.#digests?.find(api, deployment);
    if (digest !== undefined) {
      let compiled: CompiledApi | undefined;
      const compile = (): CompiledApi => (compiled ??= compileApi(api, deployment));
      return this.#parts.set(api, deployment, { digest, compile });
    }
    const part = this.#parts.set(api, deployment, this.#makePart(api, deployment));
    this.#digests?.set(api, deployment, part.digest);
    return part;
  }

  #makePart(declared: DeclaredApi, deployment: string): Part {
    const compiled = compileApi(declared, deployment);
    const text = canonicalJson(compiled);
    const digest = digestOf(text);
    const api = this.#store.of(partsOfTable).last('last')?.get(digest) ?? compiled;
    return { digest, api, text };
  }

  /** The parts of all APIs for which `part` was called. */
  get parts(): Compiled['apis'] {
    if (this.#deferred.size === 0) return this.#partsByDigest;
    return new DeferredParts(this.#partsByDigest, this.#deferred);
  }

  /** The manifest entry of a declaration. `make` must read nothing except the declaration. */
  entry<Source extends object, Entry extends object>(source: Source, make: (source: Source) => Entry): Entry {
    // Safe, since the entries for one kind of declaration are all made by one function.
    return (this.#entries.find(source) ?? this.#entries.set(source, undefined, make(source))) as Entry;
  }

  /** A list of entries. Returns the previous list if its entries are the same, in the same order. */
  list<Entry extends object>(name: string, entries: readonly Entry[]): readonly Entry[] {
    const lists = this.#store.of(listsOfManifest);
    const before = lists.last(name);
    const isSame = before && hasEntries(before, entries);
    const list = lists.set(name, undefined, isSame ? before : toList(entries, before));
    this.#listTexts.set(list.entries, list.text);
    return list.entries as readonly Entry[];
  }

  /** The canonical text of a list that `list` has returned. */
  textOf(list: object): string | undefined {
    return this.#listTexts.get(list);
  }

  /** Packs the table that was compiled. */
  pack({ manifest, digest }: Compiled): PackedTable {
    return { manifest, apis: this.#partTexts, digest };
  }

  /** Stores the compiled parts for the next compilation, and discards the results that this one has not used. */
  end({ apis }: Compiled): void {
    this.#store.of(partsOfTable).set('last', undefined, apis);
    this.#store.endRun('compile');
  }
}

function hasEntries(list: ListOfEntries, entries: readonly object[]): boolean {
  return (
    list.entries.length === entries.length &&
    entries.every((entry, index) => sameJson(entry, list.entries[index]))
  );
}

function toList(entries: readonly object[], before: ListOfEntries | undefined): ListOfEntries {
  const known = new Map(before?.entries.map((entry, index) => [entry, before.texts[index]]));
  const texts = entries.map((entry) => known.get(entry) ?? canonicalJson(entry));
  return { entries, texts, text: `[${texts.join(',')}]` };
}
