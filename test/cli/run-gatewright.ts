import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { isShipped } from '../full-run.ts';

/** The program: that of the sources, or the built one. */
export const main = fileURLToPath(
  new URL(isShipped ? '../../dist/cli/main.js' : '../../src/cli/main.ts', import.meta.url),
);

/** The part of the environment that every process of the command line gets. */
export const processEnv = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
};

/** The output of a command, and its exit code. */
export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line as a separate process, without a terminal. */
export async function runGatewright(
  cwd: string,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
  file: string = main,
): Promise<CommandResult> {
  const child = spawn(process.execPath, [file, ...words], {
    cwd,
    env: { ...processEnv, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { code, stdout, stderr };
}
