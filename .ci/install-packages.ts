import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const pauseMs = 500;
const maxPauses = 1200;

/**
 * Installs the packages of a folder that has a lock file of its own, unless they are installed already. If another process
 * is installing them, waits for it, at most 10 minutes. Throws if npm fails.
 */
export function installPackages(folder: string): void {
  if (isInstalled(folder)) return;
  const mark = join(folder, 'installing');
  takeMark(mark);
  try {
    if (!isInstalled(folder)) install(folder);
  } finally {
    rmSync(mark, { recursive: true });
  }
}

function isInstalled(folder: string): boolean {
  const file = markerOf(folder);
  return existsSync(file) && readFileSync(file, 'utf8') === lockOf(folder);
}

function install(folder: string): void {
  process.stderr.write(`Installing the packages of ${folder} …\n`);
  const { status } = spawnSync('npm ci', { cwd: folder, shell: true, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(`npm ci failed in ${folder}`);
  writeFileSync(markerOf(folder), lockOf(folder));
}

/** Two runs of npm in one folder would remove the packages of each other. */
function takeMark(mark: string): void {
  for (let pauses = 0; ; pauses += 1) {
    try {
      mkdirSync(mark);
      return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      if (pauses === maxPauses) {
        throw new Error(`${mark} exists. If no other process is installing, remove it.`, { cause: error });
      }
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
  }
}

/** A copy of the lock file that npm installed. */
function markerOf(folder: string): string {
  return join(folder, 'node_modules/installed.json');
}

function lockOf(folder: string): string {
  return readFileSync(join(folder, 'package-lock.json'), 'utf8');
}
