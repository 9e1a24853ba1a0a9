import { join, relative, resolve } from 'node:path';
import { writeNewFile } from '../../platform/write-new-file.ts';
import type { CommandArguments } from '../command-arguments.ts';
import type { Command, ExitCode } from '../command.ts';
import { explainDiskError } from '../explain-disk-error.ts';
import type { Io } from '../io.ts';
import { quoteForShell } from '../quote-for-shell.ts';

export const initCommand: Command = {
  name: 'init',
  summary: 'Write a repository to begin with: a gateway, an API, an application.',
  details:
    'Writes what is missing of a configuration that `gatewright lint` is content with and `gatewright run` serves. ' +
    'A file that exists is kept as it is.',
  positionals: [{ name: 'DIR', summary: 'the folder; the current one if left out', required: false }],
  options: {},
  examples: [
    { command: 'gatewright init', does: 'in the current folder' },
    { command: 'gatewright init my-apis', does: 'in a folder that is made if it is not there' },
  ],
  exitCodes: { 0: 'everything is there', 2: 'a file could not be written' },
  run: initRepository,
};

async function initRepository(args: CommandArguments, io: Io): Promise<ExitCode> {
  const { listNewRepositoryFiles } = await import('../new-repository/new-repository-files.ts');
  const folder = resolve(io.cwd, args.positionals[0] ?? '.');
  for (const [file, text] of Object.entries(listNewRepositoryFiles())) {
    const shown = relative(io.cwd, join(folder, file));
    const created = await createUnlessThere(join(folder, file), text, shown);
    io.stdout.write(`${created ? 'created' : 'kept   '} ${shown}\n`);
  }
  const inside = relative(io.cwd, folder);
  const enter = inside === '' ? '' : `cd ${quoteForShell(inside)}, then `;
  io.stderr.write(
    `Next: ${enter}\`gatewright lint\` and \`gatewright run\`; README.md tells how to call the example.\n`,
  );
  return 0;
}

/** Whether the file was created; one that exists is left alone. */
async function createUnlessThere(file: string, text: string, shown: string): Promise<boolean> {
  let created = true;
  const write = writeNewFile(file, text).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST' || error.syscall !== 'open') throw error;
    created = false;
  });
  await explainDiskError(shown, write);
  return created;
}
