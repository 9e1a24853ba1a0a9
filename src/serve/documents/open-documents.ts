import { join } from 'node:path';
import { BuildStore } from '#compiler/workspace/build-store.ts';
import { type Diagnostic, sortDiagnostics, withoutRepeats } from '#diagnostic/diagnostic.ts';
import { check, type CheckOptions } from '#pipeline.ts';
import { groupDocuments } from './group-documents.ts';
import { looksLikeDocument } from './looks-like-document.ts';
import { isUsable, moveBetween, moveDiagnostic, openGroup, type UsableGroup } from './open-group.ts';

/**
 * Checks the OpenAPI documents that an editor has open in a folder without a project. Each check repeats only what
 * changed since the last one.
 */
export class OpenDocuments {
  /** An absolute path. */
  readonly #folder: string;
  /** Cached results of each document group, by its root and reach. */
  #stores = new Map<string, BuildStore>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Returns what `gatewright lint` finds in the texts that look like OpenAPI documents. Paths are relative to the
   * folder.
   */
  async check(
    texts: ReadonlyMap<string, string>,
    options: Omit<CheckOptions, 'store' | 'edited'>,
  ): Promise<readonly Diagnostic[]> {
    const written = new Map([...texts].map(([file, text]) => [join(this.#folder, file), text]));
    const files = [...written].filter(([, text]) => looksLikeDocument(text)).map(([file]) => file);
    const groups = (await groupDocuments(files, this.#folder)).filter(isUsable);
    const stores = new Map(
      groups.map((group) => [keyOf(group), this.#stores.get(keyOf(group)) ?? new BuildStore('many')]),
    );
    this.#stores = stores;
    const found: Diagnostic[] = [];
    for (const group of groups) {
      const { tree, configFile, keep } = openGroup(group, written);
      const edited = new Set([...written.keys()].map((file) => moveBetween(file, '/', group.root)));
      const result = await check(tree, configFile, { ...options, store: stores.get(keyOf(group)), edited });
      found.push(...keep(result).diagnostics.map((one) => moveDiagnostic(one, group.root, this.#folder)));
    }
    return sortDiagnostics(withoutRepeats(found));
  }
}

function keyOf({ root, reach }: UsableGroup): string {
  return JSON.stringify([root, reach]);
}
