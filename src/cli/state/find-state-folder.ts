import { join, resolve } from 'node:path';
import type { CommandArguments, CommandOption } from '../command.ts';
import type { Io } from '../io.ts';
import { configOption, findProject } from '../project/project.ts';

export const stateFolderOptions = {
  ...configOption,
  'state-dir': {
    type: 'text',
    placeholder: 'DIR',
    summary: 'The state folder of the gateway. Default: .gatewright next to the configuration.',
  },
} as const satisfies Record<string, CommandOption>;

/**
 * The absolute path of the state folder. Throws a CommandError if `--state-dir` is not given and there is no
 * configuration.
 */
export async function findStateFolder(args: CommandArguments, io: Io): Promise<string> {
  const named = args.text('state-dir');
  if (named !== undefined) return resolve(io.cwd, named);
  const { root } = await findProject(args, io);
  return join(root, '.gatewright');
}
