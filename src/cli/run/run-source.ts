import { isAbsolute, normalize, resolve } from 'node:path';
import { GitRemoteError, parseGitRemote } from '#platform/git/git-remote.ts';
import type {
  BranchSource,
  FetchedTableSource,
  GatewaySource,
  TableVerification,
} from '#serve/served/gateway-options.ts';
import { isAddress, parseTableAddress, TableAddressError } from '#serve/served/table-address.ts';
import { CommandError } from '../command-error.ts';
import type { CommandArguments, CommandOption } from '../command.ts';
import type { Io } from '../io.ts';
import { findDeployment, findProject } from '../project/project.ts';

/** Options for the sources of a gateway, in addition to `--config`. */
export const sourceOptions = {
  table: {
    type: 'text',
    placeholder: 'FILE|URL',
    summary: 'Serve a compiled route table instead of declarations: a file or an https URL.',
  },
  verify: {
    type: 'text',
    placeholder: 'FILE',
    summary:
      'Serve only tables signed with one of these public keys, in PEM or a JWK set. The signature is a file next to the table, with .jws appended to its name.',
  },
  'allow-older': {
    type: 'flag',
    summary: 'With --verify, also serve a table that is older than the last served one.',
  },
  source: {
    type: 'text',
    placeholder: 'git+URL#BRANCH',
    summary:
      'Serve the newest good commit of a branch. The URL is an https, ssh or file URL, or a path; --config is a file in the repository.',
  },
  'poll-seconds': {
    type: 'integer',
    placeholder: 'N',
    range: [1, 86_400],
    summary: 'The pause between two checks of the branch or the URL, in seconds. Default: 30.',
  },
  'secrets-dir': {
    type: 'text',
    placeholder: 'DIR',
    summary:
      'The folder that secret files are relative to, with --source or a --table URL. Default: the current folder.',
  },
} as const satisfies Record<string, CommandOption>;

/**
 * The source that the options name. Throws a CommandError if the options contradict each other, or the source cannot be
 * found.
 */
export async function findSource(args: CommandArguments, io: Io): Promise<GatewaySource> {
  const table = args.text('table');
  const source = args.text('source');
  if (table !== undefined && source !== undefined)
    throw new CommandError('--table and --source cannot be combined.');
  if (table === undefined) refuseOptions(args, ['verify', 'allow-older'], 'a --table');
  if (source !== undefined) return findBranch(source, args, io);
  if (table !== undefined && isAddress(table)) return findFetchedTable(table, args, io);
  refuseOptions(args, ['poll-seconds', 'secrets-dir'], 'a --source or a --table by URL');
  if (table !== undefined)
    return { kind: 'table', file: resolve(io.cwd, table), ...findVerification(args, io) };
  const project = await findProject(args, io);
  await findDeployment(args, project);
  return { kind: 'folder', root: project.root, configFile: project.configFile };
}

function refuseOptions(args: CommandArguments, names: readonly string[], what: string): void {
  for (const name of names) {
    if (args.list(name).length > 0) throw new CommandError(`--${name} is for ${what}.`);
  }
}

function findFetchedTable(table: string, args: CommandArguments, io: Io): FetchedTableSource {
  return {
    kind: 'fetched-table',
    address: readAddress(table),
    ...findElsewhere(args, io),
    ...findVerification(args, io),
  };
}

function readAddress(table: string) {
  try {
    return parseTableAddress(table);
  } catch (error) {
    if (error instanceof TableAddressError) throw new CommandError(error.message);
    throw error;
  }
}

/** The options for sources that are not on this machine. */
function findElsewhere(args: CommandArguments, { cwd }: Io) {
  return {
    secretsFolder: resolve(cwd, args.text('secrets-dir') ?? '.'),
    pollMs: (args.integer('poll-seconds') ?? 30) * 1000,
  };
}

function findVerification(
  args: CommandArguments,
  { cwd }: Io,
): { readonly verification?: TableVerification } {
  const keyFile = args.text('verify');
  const allowsOlder = args.flag('allow-older');
  if (keyFile !== undefined) return { verification: { keyFile: resolve(cwd, keyFile), allowsOlder } };
  if (!allowsOlder) return {};
  throw new CommandError('--allow-older has no effect without --verify, which refuses older tables.');
}

function findBranch(source: string, args: CommandArguments, io: Io): BranchSource {
  const configFile = normalize(args.requiredText('config'));
  if (isAbsolute(configFile) || configFile.split(/[\\/]/)[0] === '..')
    throw new CommandError(
      'With --source, --config is the path of a file in the repository, relative to its root.',
    );
  return {
    kind: 'git',
    remote: readRemote(source, io.cwd),
    configFile,
    ...findElsewhere(args, io),
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
