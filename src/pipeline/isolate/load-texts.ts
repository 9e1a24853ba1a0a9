import { load } from '#compiler/load/load.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';
import type { ReadSources } from './source-state.ts';

/** Loads sources from texts, by path; undefined if their configuration cannot be used. */
export async function loadTexts(
  texts: ReadonlyMap<string, string>,
  configFile: string,
): Promise<ReadSources | undefined> {
  const { workspace, sources } = await load(memorySourceTree(Object.fromEntries(texts)), configFile);
  return workspace && { workspace, sources };
}
