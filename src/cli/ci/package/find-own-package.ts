import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GitMissingError, runGit } from '#platform/git/run-git.ts';
import { programRoot } from '#platform/program-files.ts';
import { quoteForShell } from '../../project/paths.ts';
import { CommandError } from '../../command-error.ts';
import type { PackageSource } from './package-source.ts';
import { packageForms, readPackageSource } from './read-package-source.ts';

/**
 * Where the running copy was installed from: the tarball or commit that npm recorded, or the commit of a git checkout
 * if its remote contains that commit. A version is not enough, since another registry may have another package of this
 * name. Throws a CommandError if the source is unknown, or if a pipeline cannot install from it.
 */
export async function findOwnPackage(
  root: string,
  program = programRoot && fileURLToPath(programRoot),
): Promise<PackageSource> {
  const spec = program && ((await readInstalled(program)) ?? (await readCheckout(program)));
  const source =
    spec === undefined ? undefined : await readPackageSource(spec, root, root).catch(() => undefined);
  if (source) return source;
  const message = 'This copy of gatewright does not know where a pipeline can install it from.';
  throw new CommandError(
    message,
    `${await adviseOnCheckout(root, program)}Add --package SPEC: ${packageForms}.`,
  );
}

/**
 * The advice to pack a checkout that no pipeline can read into the repository; empty if the program is not a checkout.
 */
async function adviseOnCheckout(root: string, program: string | undefined): Promise<string> {
  if (program === undefined || !existsSync(join(program, '.git'))) return '';
  const { version } = JSON.parse(await readFile(join(program, 'package.json'), 'utf8')) as PackageJson;
  const folder = quoteForShell(join(root, 'tools'));
  const pack = `mkdir -p ${folder} && npm --prefix ${quoteForShell(program)} pack ${quoteForShell(program)} --pack-destination ${folder}`;
  return `Pack the checkout into the repository: \`${pack}\`, then add \`--package tools/gatewright-${version}.tgz\` at its root. Or: `;
}

interface PackageJson {
  readonly version: string;
}

interface InstalledPackages {
  readonly packages?: Readonly<Record<string, { readonly resolved?: string }>>;
}

/**
 * Where npm installed the program from, by npm's record in `node_modules`: a URL, or the absolute path of a tarball.
 */
async function readInstalled(program: string): Promise<string | undefined> {
  const folder = dirname(program);
  const text = await readFile(join(folder, '.package-lock.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const { packages } = JSON.parse(text) as InstalledPackages;
  const resolved = packages?.['node_modules/gatewright']?.resolved;
  // A pipeline has no ssh key.
  if (resolved?.startsWith('git+ssh:')) return undefined;
  return resolved?.startsWith('file:') ? resolve(folder, '..', resolved.slice('file:'.length)) : resolved;
}

/** The commit of a checkout, if a branch of its remote contains it and a pipeline can read it without credentials. */
async function readCheckout(program: string): Promise<string | undefined> {
  if (!existsSync(join(program, '.git'))) return undefined;
  const read = async (...args: readonly string[]) => {
    const { code, stdout } = await runGit(program, args);
    return code === 0 ? stdout.toString().trim() : '';
  };
  try {
    const url = await read('remote', 'get-url', 'origin');
    const branches = await read('branch', '--remotes', '--contains', 'HEAD', '--list', 'origin/*');
    if (!url.startsWith('https://') || branches === '') return undefined;
    return `git+${url}#${await read('rev-parse', 'HEAD')}`;
  } catch (error) {
    if (error instanceof GitMissingError) return undefined;
    throw error;
  }
}
