import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import type { SourceTree } from '../../source/source-tree.ts';
import type { ApiDeclaration } from '../kinds/api/declaration.ts';
import type { Suppressions } from '../workspace/suppressions.ts';
import type { Declared } from '../workspace/declared.ts';
import type { DeclaredApi } from '../workspace/workspace.ts';
import { nameDefinition, type NamedDefinition } from './definition/load-definition.ts';
import type { FileSizes, SourceFiles } from './files/source-files.ts';
import type { FileCache } from './files/file-cache.ts';
import { isAtOrBelow, Listings, type Changes } from './files/listings.ts';
import type { FoundDefinition, KeptDefinition } from './kept-definition.ts';
import type { FileDeclarations } from './read-declarations.ts';
import { isSameText, type ReadText } from './files/read-text.ts';

/** The suppressed findings and approved changes of one file, and what is wrong with it. */
export interface ReadSuppressions extends Partial<Pick<Suppressions, 'ignored' | 'approvals' | 'baseline'>> {
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * What one load leaves to the next: the texts of files, and what was made of them. A text that did not change is the
 * same object, and so is all that was made of it. Loads that share a cache come one after another.
 */
export class LoadCache implements FileCache {
  readonly listings = new Listings();
  /** What the files with some texts declare. */
  readonly declarations = new WeakMap<ReadText, FileDeclarations | 'none'>();
  /** What files with some texts suppress. */
  readonly suppressions = new WeakMap<ReadText, ReadSuppressions>();
  /** What is said of files with some texts where nothing uses them. */
  readonly strays = new WeakMap<ReadText, readonly Diagnostic[]>();
  readonly #named = new WeakMap<Declared<ApiDeclaration>, NamedDefinition>();
  readonly #apis = new WeakMap<Declared<ApiDeclaration>, DeclaredApi>();
  #texts: ReadonlyMap<string, ReadText> = new Map();
  #unsure: ReadonlySet<string> = new Set();
  /** Texts that have to be read again before they are believed. */
  readonly #stale = new Set<string>();
  #definitions: ReadonlyMap<string, KeptDefinition> = new Map();
  #sizes = '';

  /** Says what may have changed since the last load. */
  async forget(changes: Changes, tree: SourceTree): Promise<void> {
    for (const path of this.#unsure) this.#stale.add(path);
    if (changes === 'all' || [...changes].some((path) => !this.#isFile(path))) this.#forgetBelow(changes);
    else for (const path of changes) this.#stale.add(path);
    await this.listings.forget(changes, tree);
  }

  #isFile(path: string): boolean {
    const text = this.#texts.get(path);
    return text !== undefined && 'text' in text;
  }

  #forgetBelow(changes: Changes): void {
    for (const path of this.#texts.keys()) {
      if (changes === 'all' || isAtOrBelow(path, changes)) this.#stale.add(path);
    }
  }

  /** Says with what sizes files are read now; what was read with others is of no use. */
  open(sizes: FileSizes): void {
    const key = JSON.stringify(sizes);
    if (key !== this.#sizes) this.#texts = new Map();
    this.#sizes = key;
  }

  text(path: string): ReadText | undefined {
    return this.#stale.has(path) ? undefined : this.#texts.get(path);
  }

  /** The text that was known before where what was read now is the same. */
  knownAs(path: string, read: ReadText): ReadText {
    const known = this.#texts.get(path);
    return known && isSameText(known, read) ? known : read;
  }

  /** What was found in the definition at a path, where none of its files has changed. */
  definition(path: string, api: Declared<ApiDeclaration>, sources: SourceFiles): KeptDefinition | undefined {
    const kept = this.#definitions.get(path);
    if (!kept || (!kept.found.parts.definition && kept.namedBy !== api)) return undefined;
    const { files } = kept.found;
    return files.every((file, index) => sources.recall(file) === kept.texts[index]) ? kept : undefined;
  }

  named(api: Declared<ApiDeclaration>): NamedDefinition {
    const known = this.#named.get(api);
    if (known) return known;
    const named = nameDefinition(api);
    this.#named.set(api, named);
    return named;
  }

  /** The API with its definition; the same object where neither has changed. */
  api(declared: Declared<ApiDeclaration>, { parts }: FoundDefinition): DeclaredApi {
    const known = this.#apis.get(declared);
    if (known && known.definition === parts.definition) return known;
    const api = { ...declared, ...parts };
    this.#apis.set(declared, api);
    return api;
  }

  /** Keeps what a load has read and found. */
  keep({ texts, unsure }: SourceFiles, definitions: ReadonlyMap<string, KeptDefinition>): void {
    this.#texts = texts;
    this.#unsure = unsure;
    this.#definitions = definitions;
    this.#stale.clear();
  }
}
