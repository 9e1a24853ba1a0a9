import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { freePort, startServer, type RunningServer, type ServerProgram } from './server-process.ts';

/** What every part of the benchmark is given. */
export interface Bench {
  /** All files are written below it. */
  readonly folder: string;
  /** The origin of the upstream. */
  readonly upstream: string;
  /** Whether clients are served over TLS, by every server. */
  readonly tls: boolean;
  /** How often each server has its turn, and how long it takes in seconds. */
  readonly turns: number;
  readonly seconds: number;
  /** The reloads after which memory is measured. */
  readonly reloads: number;
  /** In the compiled table that has many of them. */
  readonly subscriptions: number;
  /** APIs of the large repository, of ten operations each. */
  readonly apis: number;
  /** This one, and another one if there is one to compare with. */
  readonly builds: readonly [Build, ...Build[]];
  /** This one from its sources, with its own HTTP/1.1 client to upstreams and with undici's pool, if they are measured too. */
  readonly clientBuilds: readonly Build[];
}

/** A built checkout. */
export interface Build {
  readonly name: string;
  /** Its `main.js`. */
  readonly program: string;
  /** A module that is loaded before it. */
  readonly preload?: string;
}

export const [ownName, otherName] = ['Gatewright', 'the other checkout'] as const;
export const [sourcesName, undiciName] = [
  'Gatewright from its sources',
  "the same with undici's pool",
] as const;

/** This checkout, and the one in a folder. */
export function listBuilds(against: string | undefined): Bench['builds'] {
  const own = { name: ownName, program: programOf(join(import.meta.dirname, '../..')) };
  return against === undefined ? [own] : [own, { name: otherName, program: programOf(against) }];
}

/** From the sources, since the pool is not a module of its own in the built program. */
export function listClientBuilds(): readonly Build[] {
  const program = join(import.meta.dirname, '../../src/cli/main.ts');
  const preload = join(import.meta.dirname, 'servers/undici-pool.ts');
  return [
    { name: sourcesName, program },
    { name: undiciName, program, preload },
  ];
}

function programOf(checkout: string): string {
  return resolve(checkout, 'dist/cli/main.js');
}

/** The core of the measured server, and the one of the upstream and of the load. */
export const [loadCore, serverCore] = [0, 1];

/** Before each turn: a machine takes memory and caches from a program that waits for it. */
export const wakeUpSeconds = 1;

const backend = join(import.meta.dirname, 'servers/backend.ts');

/** Starts the upstream next to the load. */
export async function startBackend(folder: string): Promise<RunningServer> {
  const port = await freePort();
  const words = [process.execPath, backend, String(port)];
  const program: ServerProgram = {
    name: 'the upstream',
    words,
    cwd: folder,
    origin: `http://127.0.0.1:${port}`,
    logFile: join(folder, 'upstream.log'),
  };
  return startServer(program, loadCore);
}

/** A folder below that of the benchmark, made if it is missing. */
export function subfolder({ folder }: Pick<Bench, 'folder'>, name: string): string {
  const made = join(folder, name);
  mkdirSync(made, { recursive: true });
  return made;
}
