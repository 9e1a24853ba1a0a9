import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { makeTestFolder } from '../in-folder.ts';

const path = process.env['PATH'] ?? '';

/**
 * Lets a script answer one command of git until the end of the test; git itself answers the others. Returns the commands that were run. Another call replaces
 * the script.
 */
export async function runOtherGit(
  command: string,
  script: string,
): Promise<() => Promise<readonly string[]>> {
  const folder = await makeTestFolder(onTestFinished);
  const commands = join(folder, 'commands');
  const lines = [
    '#!/bin/sh',
    'for word; do',
    `  case "$word" in *=*) ;; [a-z]*) echo "$word" >>'${commands}'; break;; esac`,
    'done',
    `if [ "$word" = ${command} ]; then ${script}; fi`,
    `PATH='${path}' exec git "$@"`,
  ];
  await writeFile(join(folder, 'git'), `${lines.join('\n')}\n`, { mode: 0o755 });
  vi.stubEnv('PATH', `${folder}:${path}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  return async () => (await readFile(commands, 'utf8')).trim().split('\n');
}
