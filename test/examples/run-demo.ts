import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

/** What `npm start` has printed to standard output once it runs, line by line. */
export interface RunningDemo extends AsyncDisposable {
  readonly lines: readonly string[];
  /** Sends a signal to npm alone, as a supervisor does, and waits until nothing of it writes any more. */
  readonly end: (signal: NodeJS.Signals) => Promise<void>;
}

export interface DemoEnd {
  readonly exitCode: number | null;
  readonly errors: string;
}

/** How long a start may take, in milliseconds, before it counts as hanging. */
const patience = 60_000;

/** Runs `npm start` in a folder until it has printed a number of lines. Throws with its errors if it ends before. */
export async function startDemo(folder: string, lineCount: number): Promise<RunningDemo> {
  const demo = spawnDemo(folder);
  const deadline = setTimeout(() => void interrupt(demo), patience);
  const errors = text(demo.stderr);
  const lines: string[] = [];
  for await (const line of createInterface(demo.stdout)) {
    if (lines.push(line) < lineCount) continue;
    clearTimeout(deadline);
    return { lines, end: (signal) => endAlone(demo, signal), [Symbol.asyncDispose]: () => interrupt(demo) };
  }
  throw new Error(`npm start ended early.\n${await errors}`);
}

/** Runs `npm start` in a folder where it fails, until it ends. */
export async function failDemo(folder: string): Promise<DemoEnd> {
  const demo = spawnDemo(folder);
  const [errors] = await Promise.all([text(demo.stderr), text(demo.stdout), once(demo, 'close')]);
  return { exitCode: demo.exitCode, errors };
}

/** In a separate process group, as from a shell, so that Ctrl-C can be sent to npm and all that it runs. */
function spawnDemo(folder: string) {
  return spawn('npm', ['start', '--silent'], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function interrupt(demo: ChildProcess): Promise<void> {
  if (demo.pid === undefined || demo.exitCode !== null || demo.signalCode !== null) return;
  const closed = once(demo, 'close');
  process.kill(-demo.pid, 'SIGINT');
  await closed;
}

/** `close` is emitted when the last process that holds the streams has ended. */
async function endAlone(demo: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const closed = once(demo, 'close');
  demo.kill(signal);
  await closed;
}

/** Runs shell lines one after another in one shell, and returns what each printed. */
export async function runLines(
  shell: string,
  folder: string,
  lines: readonly string[],
): Promise<readonly string[]> {
  const script = lines.map((line) => `${line}\nprintf '\\036'`).join('\n');
  const child = spawn(shell, ['-c', script], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return output.split('\u001E').slice(0, -1);
}
