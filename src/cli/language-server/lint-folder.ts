import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BuildStore } from '../../compiler/workspace/build-store.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { check, type CheckResult } from '../../pipeline.ts';
import { diskSourceTree } from '../../platform/files/disk-source-tree.ts';
import { systemClock } from '../../platform/system-clock.ts';
import { overlaySourceTree } from '../../source/overlay-source-tree.ts';
import { pathInside } from '../project/paths.ts';
import { pathOf } from './folders-of.ts';

/** A buffer of the editor. */
export interface OpenBuffer {
  readonly uri: string;
  /** Counts its changes. */
  readonly version: number;
  readonly text: string;
}

/** The findings of a folder as if the buffers were saved. */
export interface FolderReport extends CheckResult {
  /** The diagnostics of each file that has any, by the file's URI. */
  readonly byUri: ReadonlyMap<string, readonly Diagnostic[]>;
  readonly uriOf: (file: string) => string;
  /** The versions of the buffers that were checked, by their URIs. */
  readonly versions: ReadonlyMap<string, number>;
  /** The file of a URI in the source tree; undefined if it is outside. */
  readonly fileOf: (uri: string) => string | undefined;
}

/**
 * Checks the folder of a configuration, absolute, with the editor's buffers instead of the files on disk. A folder
 * without a configuration has no report. Known results of the store are reused.
 */
export async function lintFolder(
  root: string,
  configFile: string,
  buffers: readonly OpenBuffer[],
  store?: BuildStore,
): Promise<FolderReport | undefined> {
  const openFiles = buffers.flatMap((buffer) => {
    const file = fileIn(root, buffer.uri);
    return file === undefined ? [] : [{ file, ...buffer }];
  });
  const isOurs = openFiles.some(({ file }) => file === configFile) || existsSync(join(root, configFile));
  if (!isOurs) return undefined;
  const texts = Object.fromEntries(openFiles.map(({ file, text }) => [file, text]));
  const tree = overlaySourceTree(diskSourceTree(root), texts);
  const edited = new Set(Object.keys(texts));
  const result = await check(tree, configFile, {
    store,
    edited,
    remembers: 'definitions',
    now: systemClock(),
  });
  // A client may spell a URI in its own way, and identifies its buffers only by that spelling.
  const spelled = new Map(openFiles.map(({ file, uri }) => [file, uri]));
  const uriOf = (file: string): string => spelled.get(file) ?? pathToFileURL(join(root, file)).href;
  const fileOf = (uri: string) => fileIn(root, uri);
  const versions = new Map(openFiles.map(({ uri, version }) => [uri, version]));
  const byUri = Map.groupBy(result.diagnostics, ({ at }) => uriOf(at.file));
  return { ...result, uriOf, fileOf, versions, byUri };
}

/** The path of a buffer relative to the root, as source trees have it; undefined if it is outside, or no file. */
function fileIn(root: string, uri: string): string | undefined {
  const path = pathOf(uri);
  const way = path === undefined ? undefined : pathInside(root, path);
  return way === '' ? undefined : way?.split(sep).join('/');
}
