import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { InitializeParams, WorkspaceFolder } from 'vscode-languageserver/node';

/** The folders that a client opens at its start; `cwd` if none of them is on this machine. */
export function foldersOf({ workspaceFolders, rootUri }: InitializeParams, cwd: string): readonly string[] {
  // Clients before LSP 3.6, and some small modern ones, support only one folder.
  const only = rootUri ? [{ uri: rootUri }] : [];
  const paths = pathsOf(workspaceFolders ?? only);
  return paths.length > 0 ? paths : [cwd];
}

/** The paths of the folders that are on this machine. */
export function pathsOf(folders: readonly Pick<WorkspaceFolder, 'uri'>[]): readonly string[] {
  return folders.flatMap(({ uri }) => pathOf(uri) ?? []);
}

/** The path of a URI; undefined if it does not name a file on this machine, such as the URI of a new buffer. */
export function pathOf(uri: string): string | undefined {
  if (!/^file:/i.test(uri) || !URL.canParse(uri)) return undefined;
  try {
    return resolve(fileURLToPath(uri));
  } catch {
    return undefined;
  }
}
