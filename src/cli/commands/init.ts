import { access } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { writeNewFile } from '#platform/files/write-file-atomically.ts';
import type { Addition } from '../ci/addition.ts';
import type { PipelineHost, RequestedAdditions } from '../ci/find-additions.ts';
import { CommandError } from '../command-error.ts';
import type { Command, CommandArguments, ExitCode } from '../command.ts';
import { explainDiskError } from '../explain-disk-error.ts';
import type { Io } from '../io.ts';
import { configurationName } from '#serve/documents/find-configuration.ts';
import { printable } from '../views/display-width.ts';
import { quoteForShell, showPath } from '../project/paths.ts';
import type { Project } from '../project/project.ts';

export const initCommand: Command = {
  name: 'init',
  summary: 'Create a starter repository: a gateway, an API and an application.',
  details:
    'Writes the missing files of a configuration that passes `gatewright lint` and that `gatewright run` ' +
    'serves. Existing files are kept, except that --schemas renews the schemas for editors. --ci, --hook and --codeowners also add their files to the root of ' +
    'the clone. If the folder already has a configuration, these options write only their own files.',
  positionals: [
    { name: 'DIR', summary: 'the folder; default: the current folder', required: false, isPath: true },
  ],
  options: {
    ci: {
      type: 'text',
      placeholder: 'HOST',
      choices: ['github', 'gitlab', 'gitea'],
      summary:
        'Add a pipeline that lints pull requests and posts their plan as a comment: github, gitlab or gitea.',
    },
    package: {
      type: 'text',
      placeholder: 'SPEC',
      summary:
        'What the pipeline installs: a version, a tarball (a path in the repository or an https URL), or a git URL with ' +
        'its commit. Default: what this copy was installed from.',
    },
    hook: { type: 'flag', summary: 'Add a git hook that rejects commits with errors.' },
    codeowners: {
      type: 'flag',
      summary:
        'Add a CODEOWNERS file with the owners of APIs and applications, or print it if there is one already.',
    },
    schemas: { type: 'flag', summary: 'Renew the schemas for editors in schemas/, such as after an update.' },
  },
  examples: [
    { command: 'gatewright init', does: 'in the current folder' },
    { command: 'gatewright init my-apis', does: 'in a folder, created if it does not exist' },
    {
      command: 'gatewright init --ci github --hook --codeowners',
      does: 'with everything for reviewing pull requests',
    },
    {
      command: 'gatewright init --ci gitlab --package tools/gatewright-1.2.3.tgz',
      does: 'with a pipeline that installs a tarball of the repository',
    },
  ],
  exitCodes: { 0: 'all files exist', 2: 'a file could not be written, or no package was found' },
  run: initRepository,
};

async function initRepository(args: CommandArguments, io: Io): Promise<ExitCode> {
  const folder = resolve(io.cwd, args.positionals[0] ?? '.');
  const additions = readAdditions(args);
  const renews = args.flag('schemas');
  if (!(additions || renews) || !(await hasConfiguration(folder))) await writeRepository(folder, io);
  if (renews) await renewSchemas(folder, io);
  if (additions !== undefined) await addTo(folder, additions, io);
  return 0;
}

/**
 * The requested additions; undefined if there are none. Throws a CommandError if the host is unknown, or `--package`
 * has no pipeline.
 */
function readAdditions(args: CommandArguments): RequestedAdditions | undefined {
  const [host, hook, codeOwners] = [args.text('ci'), args.flag('hook'), args.flag('codeowners')];
  const spec = args.text('package');
  if (host === undefined) {
    if (spec !== undefined) {
      throw new CommandError('--package is for a pipeline.', 'Add --ci github, --ci gitlab or --ci gitea.');
    }
    return hook || codeOwners ? { hook, codeOwners } : undefined;
  }
  const ci = { host: readHost(host), ...(spec !== undefined && { package: spec }) };
  return { ci, hook, codeOwners };
}

function readHost(name: string): PipelineHost {
  const hosts: readonly PipelineHost[] = ['github', 'gitlab', 'gitea'];
  const host = hosts.find((one) => one === name);
  if (host) return host;
  throw new CommandError(`Unknown CI system ${JSON.stringify(name)}.`, '--ci takes github, gitlab or gitea.');
}

const configFile = configurationName;

function hasConfiguration(folder: string): Promise<boolean> {
  return access(join(folder, configFile)).then(
    () => true,
    () => false,
  );
}

async function writeRepository(folder: string, io: Io): Promise<void> {
  const { listNewRepositoryFiles } = await import('../new-repository/new-repository-files.ts');
  for (const [path, text] of Object.entries(listNewRepositoryFiles())) {
    await writeUnlessThere(folder, { path, text }, io);
  }
  const inside = relative(io.cwd, folder);
  const enter = inside === '' ? '' : `cd ${printable(quoteForShell(inside.replace(/^-/, './-')))}, then `;
  io.stderr.write(
    `Next: ${enter}\`gatewright lint\` and \`gatewright run\`; README.md shows how to call the example.\n`,
  );
}

async function addTo(folder: string, additions: RequestedAdditions, io: Io): Promise<void> {
  const [{ findAdditions }, { findCheckout }, { reportExisting }, { diskSourceTree }] = await Promise.all([
    import('../ci/find-additions.ts'),
    import('../ci/checkout.ts'),
    import('../ci/addition.ts'),
    import('#platform/files/disk-source-tree.ts'),
  ]);
  const show = (file: string) => showPath(folder, file, io.cwd);
  const project: Project = { root: folder, configFile, tree: diskSourceTree(folder), show };
  const checkout = await findCheckout(folder);
  for (const { files, advice } of await findAdditions(additions, checkout, project, io.cwd)) {
    for (const file of files) {
      const exists = await writeUnlessThere(checkout.root, file, io);
      if (exists) await reportExisting(checkout.root, file, io);
    }
    for (const sentence of advice) io.stderr.write(`${sentence}\n`);
  }
}

async function renewSchemas(folder: string, io: Io): Promise<void> {
  const { renewEditorSchemas } = await import('../new-repository/editor-schemas.ts');
  await renewEditorSchemas(folder, io);
}

type NewFile = Addition['files'][number];

/** Writes a file unless it exists. Returns whether it already existed. */
async function writeUnlessThere(root: string, file: NewFile, io: Io): Promise<boolean> {
  const path = join(root, file.path);
  const shown = relative(io.cwd, path);
  let isThere = false;
  const mode = file.isExecutable ? 0o777 : 0o666;
  const write = writeNewFile(path, file.text, mode).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST' || error.syscall !== 'open') throw error;
    isThere = true;
  });
  await explainDiskError(shown, write);
  io.stdout.write(`${isThere ? 'kept   ' : 'created'} ${printable(shown)}\n`);
  return isThere;
}
