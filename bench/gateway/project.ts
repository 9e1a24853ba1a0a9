import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { subfolder, type Bench, type Build } from './bench.ts';
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
export function makeLargeProject(bench: Bench, name = 'large'): Promise<Project> {
  const { apis } = bench;
  return makeProject(bench, name, { apis, operations: 10, subscriptions: 2 * apis });
}

/** Compiles a project into a table next to it, once in a run for each build; returns the file. */
export async function compileProject({ folder }: Project, build: Build): Promise<string> {
  const table = `${folder} by ${build.name}.json`;
  if (existsSync(table)) return table;
  await promisify(execFile)(process.execPath, [build.program, 'compile', '--out', table], { cwd: folder });
  return table;
}

function stateFolderOf({ folder }: Bench, name: string): string {
  return join(folder, `state of ${name}`);
}

/** Where the gateway of a program of that name keeps its certificate. */
export function tlsFolderOf(bench: Bench, name: string): string {
  return join(stateFolderOf(bench, name), 'tls');
}

/** `gatewright run` on the sources of a project, or on a table. */
export async function gatewayProgram(
  bench: Bench,
  name: string,
  source: { readonly folder: string; readonly table?: string },
  { program, preload }: Build = bench.builds[0],
): Promise<GatewayProgram> {
  const port = await freePort();
  const stateFolder = stateFolderOf(bench, name);
  return {
    name,
    words: [
      process.execPath,
      ...(preload === undefined ? [] : ['--import', preload]),
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

/** The other gateway gets only the key from the state folder, so that it accepts the same tokens. */
export async function giveKey(from: GatewayProgram, to: GatewayProgram): Promise<void> {
  await rm(to.stateFolder, { recursive: true, force: true });
  await mkdir(to.stateFolder, { mode: 0o700 });
  await copyFile(join(from.stateFolder, 'signing-key.pem'), join(to.stateFolder, 'signing-key.pem'));
}
