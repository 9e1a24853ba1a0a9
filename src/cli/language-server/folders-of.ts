import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { InitializeParams, WorkspaceFolder } from 'vscode-languageserver/node';

/** The folders that a client has open as it starts; `cwd` if it names none on this machine. */
export function foldersOf({ workspaceFolders, rootUri }: InitializeParams, cwd: string): readonly string[] {
  // Clients from before LSP 3.6, and some small ones of today, know of one folder only.
  const only = rootUri ? [{ uri: rootUri }] : [];
  const paths = pathsOf(workspaceFolders ?? only);
  return paths.length > 0 ? paths : [cwd];
}

/** Those of some folders that are on this machine. */
export function pathsOf(folders: readonly Pick<WorkspaceFolder, 'uri'>[]): readonly string[] {
  return folders.flatMap(({ uri }) => pathOf(uri) ?? []);
}

/** The path that a URI names; undefined if it names no file of this machine, as that of a new buffer does not. */
export function pathOf(uri: string): string | undefined {
  if (!/^file:/i.test(uri) || !URL.canParse(uri)) return undefined;
  try {
    return resolve(fileURLToPath(uri));
  } catch {
    return undefined;
  }
}
