import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Io } from '../io.ts';
import type { Addition } from './addition.ts';

/** Says what a file that was there already, below `root`, lacks of one that was to be written. */
export async function tellKept(
  root: string,
  { path, text, isShownIfKept, command }: Addition['files'][number],
  io: Io,
): Promise<void> {
  const existing = await readFile(join(root, path), 'utf8').catch(() => '');
  if (isShownIfKept && existing !== text) io.stdout.write(`\n${text}`);
  if (command !== undefined && !runsCommand(existing, command)) {
    io.stderr.write(`${path} was there already: see that it runs \`${command}\` too.\n`);
  }
}

/** Without `--config` the command is for the root of the clone, with it for another gateway. */
function runsCommand(text: string, command: string): boolean {
  return text
    .split(command)
    .slice(1)
    .some((rest) => !rest.startsWith(' --config'));
}
