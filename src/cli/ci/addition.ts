import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Io } from '../io.ts';

/** A file at the root of a clone that is written if it does not exist. */
interface NewFile {
  /** Relative to the root, with `/` between segments. */
  readonly path: string;
  readonly text: string;
  readonly isExecutable?: true;
  /** If the file already exists, print the new text, since the user may want to copy parts of it. */
  readonly printIfExisting?: true;
  /** The command that the file runs. An existing file that does not run it may belong to another gateway. */
  readonly command?: string;
}

/** An addition that `gatewright init` makes to a repository. */
export interface Addition {
  readonly files: readonly NewFile[];
  /** The remaining manual steps: a sentence each. */
  readonly advice: readonly string[];
}

/** Reports what an existing file below `root` lacks compared with the file to write. */
export async function reportExisting(
  root: string,
  { path, text, printIfExisting, command }: Addition['files'][number],
  io: Io,
): Promise<void> {
  const existing = await readFile(join(root, path), 'utf8').catch(() => '');
  if (printIfExisting && existing !== text) io.stdout.write(`\n${text}`);
  if (command !== undefined && !runsCommand(existing, command)) {
    io.stderr.write(`${path} already exists: make sure that it runs \`${command}\` too.\n`);
  }
  const download = command === undefined ? undefined : findNamedDownload(existing);
  if (download !== undefined && download !== findNamedDownload(text)) {
    io.stderr.write(
      `${path} already exists and downloads \`${download}\` by its name, which can be another package in a registry: ` +
        'delete the file and run the command again, then repeat your own changes.\n',
    );
  }
}

/** The package that a pipeline or a hook downloads by its name and version, as earlier versions of `init` wrote it. */
function findNamedDownload(text: string): string | undefined {
  const commands = text.split('\n').filter((line) => /^[^#]*\b(?:npx|npm|pnpm|yarn|bunx)\b/.test(line));
  return /(?<=[\s'"=])gatewright@[\w.^~*-]+(?=[\s'";&]|$)/m.exec(commands.join('\n'))?.[0];
}

/**
 * Whether a text runs a command. An occurrence that `--config` follows does not count, since it is for another gateway.
 */
function runsCommand(text: string, command: string): boolean {
  return text
    .split(command)
    .slice(1)
    .some((rest) => !rest.startsWith(' --config'));
}
