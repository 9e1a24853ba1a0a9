import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';

/** A server that listens at a given address. */
export interface ServerProgram {
  readonly name: string;
  /** A program and its arguments. */
  readonly words: readonly string[];
  readonly cwd: string;
  /** Scheme, host and port. */
  readonly origin: string;
  /** The file for its output. */
  readonly logFile: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface RunningServer {
  readonly name: string;
  readonly origin: string;
  readonly pid: number;
  /** The processor time that it has used, user and system, in seconds. */
  readonly processorSeconds: () => number;
  /** Resident memory in megabytes. */
  readonly residentMegabytes: () => number;
  readonly stop: () => Promise<void>;
}

const patienceMilliseconds = 180_000;
const allCores = `0-${cpus().length - 1}`;
const closingMilliseconds = 15_000;

/** Certificates are of the benchmark's own making. */
export const anyCertificate = new Agent({ connect: { rejectUnauthorized: false } });

/** Starts a server, on one core or else on all, and waits for its first answer. Rejects if it ends before. */
export async function startServer(program: ServerProgram, core?: number): Promise<RunningServer> {
  const child = launch(program, core);
  const { pid = 0 } = child;
  const patience = setTimeout(() => child.kill('SIGKILL'), patienceMilliseconds);
  while (!(await answers(program.origin))) {
    refuseEnded(program, child);
    await sleep(10);
  }
  clearTimeout(patience);
  return {
    name: program.name,
    origin: program.origin,
    pid,
    processorSeconds: () => readProcessorSeconds(pid),
    residentMegabytes: () => readResidentMegabytes(pid),
    stop: () => stopProcess(child),
  };
}

/** Starts a server without waiting for anything; of itself it would stay on the core of this process. */
export function launch({ words, cwd, env, logFile }: ServerProgram, core?: number): ChildProcess {
  const log = openSync(logFile, 'a');
  const child = spawn('taskset', ['--cpu-list', String(core ?? allCores), ...words], {
    cwd,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  return child;
}

export async function stopProcess(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const patience = setTimeout(() => child.kill('SIGKILL'), closingMilliseconds);
  await ended;
  clearTimeout(patience);
}

/** A port that nothing listens on right now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

/** Throws with the last output of a program that ended too early. */
export function refuseEnded({ name, logFile }: ServerProgram, child: ChildProcess): void {
  if (!hasEnded(child)) return;
  throw new Error(`${name} ended:\n${readFileSync(logFile, 'utf8').slice(-2000)}`);
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** With 503 the gateway reports that it is starting. */
async function answers(origin: string): Promise<boolean> {
  try {
    const { statusCode, body } = await request(origin, { dispatcher: anyCertificate });
    await body.dump();
    return statusCode !== 503;
  } catch {
    return false;
  }
}

/** Linux counts in hundredths of a second (proc_pid_stat, fields 14 and 15). */
export function readProcessorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function readResidentMegabytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}
