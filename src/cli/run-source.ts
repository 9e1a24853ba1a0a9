import { isAbsolute, normalize, resolve } from 'node:path';
import { GitRemoteError, parseGitRemote } from '../platform/git-remote.ts';
import type { BranchSource, GatewaySource } from '../serve/gateway-options.ts';
import type { CommandArguments } from './command-arguments.ts';
import { CommandError } from './command-error.ts';
import type { CommandOption } from './command.ts';
import type { Io } from './io.ts';
import { findDeployment, findProject } from './project.ts';

/** What a gateway can be run from, beside the configuration that `--config` names. */
export const sourceOptions = {
  table: {
    type: 'text',
    placeholder: 'FILE',
    summary: 'Serve a route table made by compile, in place of declarations.',
  },
  source: {
    type: 'text',
    placeholder: 'git+URL#BRANCH',
    summary:
      'Serve the newest good commit of a branch; the URL is of https, ssh or file, or a path, and --config is a file in it.',
  },
  'poll-seconds': {
    type: 'integer',
    placeholder: 'N',
    range: [1, 86_400],
    summary: 'How long to wait between two looks at the branch; 30 if left out.',
  },
  'secrets-dir': {
    type: 'text',
    placeholder: 'DIR',
    summary: 'What secret files are relative to with --source; the current folder if left out.',
  },
} as const satisfies Record<string, CommandOption>;

/** The source that the options name. Throws a CommandError where there is none. */
export async function findSource(args: CommandArguments, io: Io): Promise<GatewaySource> {
  const table = args.text('table');
  const source = args.text('source');
  if (table !== undefined && source !== undefined)
    throw new CommandError('A gateway is run from a --table or from a --source, not from both.');
  if (source !== undefined) return findBranch(source, args, io);
  refuseBranchOptions(args);
  if (table !== undefined) return { kind: 'table', file: resolve(io.cwd, table) };
  const project = await findProject(args, io);
  await findDeployment(args, project);
  return { kind: 'folder', root: project.root, configFile: project.configFile };
}

function refuseBranchOptions(args: CommandArguments): void {
  for (const name of ['poll-seconds', 'secrets-dir']) {
    if (args.text(name) !== undefined) throw new CommandError(`--${name} is for a --source alone.`);
  }
}

function findBranch(source: string, args: CommandArguments, { cwd }: Io): BranchSource {
  const configFile = normalize(args.requiredText('config'));
  if (isAbsolute(configFile) || configFile.split(/[\\/]/)[0] === '..')
    throw new CommandError('With --source, --config names a file of the repository, relative to its root.');
  return {
    kind: 'git',
    remote: readRemote(source, cwd),
    configFile,
    secretsFolder: resolve(cwd, args.text('secrets-dir') ?? '.'),
    pollMs: (args.integer('poll-seconds') ?? 30) * 1000,
  };
}

function readRemote(source: string, cwd: string) {
  try {
    return parseGitRemote(source, cwd);
  } catch (error) {
    if (error instanceof GitRemoteError) throw new CommandError(error.message);
    throw error;
  }
}
