import { execFile } from 'node:child_process';
import { cp, readFile, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What the package is built from and contains, by its names at the root of the checkout; `npm pack` makes the rest. */
async function listSources(): Promise<readonly string[]> {
  const { files } = JSON.parse(await readFile('package.json', 'utf8')) as {
    readonly files: readonly string[];
  };
  const isMade = (file: string) => /^(dist|entry)\/|^npm-shrinkwrap/.test(file);
  const packed = files.filter((file) => !isMade(file));
  const sources = [
    '.ci',
    '.npmrc',
    'LICENSE',
    'entry',
    'package-lock.json',
    'package.json',
    'src',
    'tsconfig.json',
  ];
  return [...packed, ...sources];
}

/** Copies this checkout, so that building it changes nothing that other tests use. */
export async function copyCheckout(folder: string): Promise<void> {
  const filter = (path: string) => !path.includes('node_modules');
  for (const name of await listSources()) await cp(name, join(folder, name), { recursive: true, filter });
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
}

/** Packs a copy of this checkout as it would be published, and returns the path of the tarball. `copied` runs before. */
export async function packCheckout(folder: string, copied?: () => Promise<void>): Promise<string> {
  await copyCheckout(folder);
  await copied?.();
  await run('npm', ['pack', '--silent'], { cwd: folder });
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { readonly version: string };
  return join(folder, `gatewright-${version}.tgz`);
}

/** Installs a tarball in a folder, without running scripts. */
export async function installTarball(folder: string, tarball: string): Promise<void> {
  const words = ['install', '--silent', '--prefer-offline', '--ignore-scripts', tarball];
  await run('npm', words, { cwd: folder });
}
