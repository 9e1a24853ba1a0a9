import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { subfolder, type Bench } from './bench.ts';
import { makeRepository, type MadeRepository, type RepositorySize } from './make-repository.ts';
import { freePort, type ServerProgram } from './server-process.ts';

/** A repository on disk. */
export interface Project {
  readonly folder: string;
  readonly repository: MadeRepository;
}

/** A gateway that can be started, also several times: its port and its keys stay the same. */
export interface GatewayProgram extends ServerProgram {
  readonly stateFolder: string;
}

const applications = 100;

const cli = join(import.meta.dirname, '../../dist/cli/main.js');

/** Writes a repository whose calls go to the upstream. */
export async function makeProject(
  bench: Bench,
  name: string,
  size: Pick<RepositorySize, 'apis' | 'operations' | 'subscriptions'>,
): Promise<Project> {
  const folder = subfolder(bench, name);
  const upstreamUrl = bench.upstream;
  return { folder, repository: await makeRepository(folder, { ...size, applications, upstreamUrl }) };
}

/** Every application subscribes to each of ten APIs. */
export function makeSmallProject(bench: Bench): Promise<Project> {
  return makeProject(bench, 'small', { apis: 10, operations: 10, subscriptions: 10 * applications });
}

/** Ten operations and two subscriptions for each of many APIs. */
export function makeLargeProject(bench: Bench): Promise<Project> {
  const { apis } = bench;
  return makeProject(bench, 'large', { apis, operations: 10, subscriptions: 2 * apis });
}

/** Compiles a project into a table beside it, once in a run; gives the file. */
export async function compileProject({ folder }: Project): Promise<string> {
  const table = `${folder}.json`;
  if (existsSync(table)) return table;
  await promisify(execFile)(process.execPath, [cli, 'compile', '--out', table], { cwd: folder });
  return table;
}

/** `gatewright run` on the sources of a project, or on a table; of this build, or of another `main.js`. */
export async function gatewayProgram(
  bench: Bench,
  name: string,
  source: { readonly folder: string; readonly table?: string },
  program = cli,
): Promise<GatewayProgram> {
  const port = await freePort();
  const stateFolder = join(bench.folder, `state of ${name}`);
  return {
    name,
    words: [
      process.execPath,
      program,
      'run',
      '--port',
      String(port),
      '--admin-port',
      '0',
      '--state-dir',
      stateFolder,
      ...(bench.tls ? [] : ['--plain-http']),
      ...(source.table === undefined ? [] : ['--table', source.table]),
    ],
    cwd: source.folder,
    origin: `${bench.tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    logFile: join(bench.folder, `${name}.log`),
    stateFolder,
  };
}
