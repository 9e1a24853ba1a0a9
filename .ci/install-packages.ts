import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Installs the packages of a folder that has a lock file of its own, unless they are installed already. Throws if npm fails.
 */
export function installPackages(folder: string): void {
  const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  const installed = join(folder, 'node_modules/installed.json');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === lock) return;
  process.stderr.write(`Installing the packages of ${folder} …\n`);
  const { status } = spawnSync('npm ci', { cwd: folder, shell: true, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(`npm ci failed in ${folder}`);
  writeFileSync(installed, lock);
}
