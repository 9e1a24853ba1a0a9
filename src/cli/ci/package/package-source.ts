import { quoteForShell } from '../../project/paths.ts';

/** Where a pipeline installs this program from. No part contains a character that YAML, a host or a shell would interpret. */
export type PackageSource =
  | { readonly kind: 'version'; readonly version: string }
  /** A tarball on a server. */
  | { readonly kind: 'url'; readonly url: string }
  /** A tarball in the repository, relative to the root of the clone. */
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'git'; readonly url: string; readonly commit: string };

/**
 * Shell commands that install the program into a folder, to be run at the root of the clone; the command is then in
 * `node_modules/.bin` of the folder. `folder` is a quoted shell word. Package scripts do not run.
 */
export function installCommands(source: PackageSource, folder: string): readonly string[] {
  if (source.kind === 'git') return cloneCommands(source, folder);
  return [`npm install --prefix ${folder} --ignore-scripts ${wordOf(source)}`];
}

function wordOf(source: Exclude<PackageSource, { readonly kind: 'git' }>): string {
  if (source.kind === 'version') return `gatewright@${source.version}`;
  // npm resolves relative paths in the folder of --prefix.
  return source.kind === 'file' ? `"$PWD"/${quoteForShell(source.path)}` : quoteForShell(source.url);
}

/**
 * Clones the package and runs it unbuilt, since npm would build a package from git, which takes minutes and runs
 * scripts.
 */
function cloneCommands({ url, commit }: { readonly url: string; readonly commit: string }, folder: string) {
  return [
    `git init --quiet ${folder}`,
    `git -C ${folder} fetch --quiet --depth 1 ${quoteForShell(url)} ${commit}`,
    `git -C ${folder} checkout --quiet ${commit}`,
    `(cd ${folder} && npm ci --omit=dev --ignore-scripts)`,
    `ln -s ../../entry/gatewright.js ${folder}/node_modules/.bin/gatewright`,
  ];
}

/**
 * Text for a comment in a pipeline: who can change what is installed; `request` is the host's word for a pull request.
 */
export function explainInstall({ kind }: PackageSource, request: string): string {
  return kind === 'file'
    ? `Beside the checkout. A ${request} can change the tarball: let its owners review it, as they review this file.`
    : `Beside the checkout, so that no other file of a ${request} has a say in what is installed.`;
}
