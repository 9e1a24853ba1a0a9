import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Io } from '../io.ts';

/** A file of the root of a clone, to be written where there is none yet. */
interface NewFile {
  /** Relative to the root, with `/` between segments. */
  readonly path: string;
  readonly text: string;
  readonly isExecutable?: true;
  /** Where there is such a file already, its owner may want to take something over. */
  readonly isShownIfKept?: true;
  /** What it runs for the configuration; a file that is there already may be another gateway's, or of another purpose. */
  readonly command?: string;
}

/** What `gatewright init` adds to a repository when asked to. */
export interface Addition {
  readonly files: readonly NewFile[];
  /** What is left to do by hand: a sentence each. */
  readonly advice: readonly string[];
}

/** Says what a file that was there already, below `root`, lacks of one that was to be written. */
export async function reportKept(
  root: string,
  { path, text, isShownIfKept, command }: Addition['files'][number],
  io: Io,
): Promise<void> {
  const existing = await readFile(join(root, path), 'utf8').catch(() => '');
  if (isShownIfKept && existing !== text) io.stdout.write(`\n${text}`);
  if (command !== undefined && !runsCommand(existing, command)) {
    io.stderr.write(`${path} already exists: make sure that it runs \`${command}\` too.\n`);
  }
}

/** Without `--config` the command is for the root of the clone, with it for another gateway. */
function runsCommand(text: string, command: string): boolean {
  return text
    .split(command)
    .slice(1)
    .some((rest) => !rest.startsWith(' --config'));
}
