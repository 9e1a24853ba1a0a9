import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** A program of Node that prints the URL that it serves. */
export interface ServerProgram {
  readonly name: string;
  /** A script and its arguments. */
  readonly words: readonly string[];
  readonly cwd: string;
  /** The path of its token endpoint. */
  readonly path: string;
  /** The authority of its certificate, written before it prints its URL. */
  readonly caFile?: string;
}

export interface PinnedServer {
  readonly program: ServerProgram;
  readonly url: string;
  /** The processor time that it has used, in seconds; NaN if the system does not report it. */
  readonly processorSeconds: () => number;
  readonly stop: () => Promise<void>;
}

/** Whether processes can be kept to a core, which only Linux can. */
export const canPin = process.platform === 'linux';

const patienceMilliseconds = 30_000;

/** Starts a server on one core, and waits for its URL. Rejects if it ends or prints nothing for too long. */
export async function startPinned(program: ServerProgram, core: number): Promise<PinnedServer> {
  const words = [process.execPath, ...program.words];
  const [file = '', ...args] = canPin ? ['taskset', '--cpu-list', String(core), ...words] : words;
  const child = spawn(file, args, {
    cwd: program.cwd,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  };
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMilliseconds);
  for await (const line of createInterface(child.stdout)) {
    const url = /^(?:Gateway )?(https?:\/\/\S+)$/.exec(line)?.[1];
    if (url === undefined) continue;
    clearTimeout(timer);
    child.stdout.resume();
    const processorSeconds = () => readProcessorSeconds(child.pid ?? 0);
    return { program, url: url + program.path, processorSeconds, stop };
  }
  throw new Error(`${program.name} did not start.`);
}

/** User and system time of a process, which Linux counts in hundredths of a second (proc_pid_stat, fields 14 and 15). */
function readProcessorSeconds(pid: number): number {
  if (!canPin) return Number.NaN;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Keeps this process and all its threads to a core. */
export function pinThisProcess(core: number): void {
  if (canPin)
    execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(core), String(process.pid)]);
}
