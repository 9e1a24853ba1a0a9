import { styleText } from 'node:util';
import { CommandError } from './command-error.ts';
import { explainSystemError } from '#platform/explain-system-error.ts';

type Style = Parameters<typeof styleText>[0];

/** Colours a text if its output supports colours, and returns it unchanged otherwise. */
export type Paint = (style: Style, text: string) => string;

/** Colours nothing, for files and for programs. */
export const plainPaint: Paint = (_style, text) => text;

export interface Output {
  readonly write: (text: string) => void;
  /** Resolves once the text is written; rejects with a CommandError if it cannot be. */
  readonly deliver: (text: string) => Promise<void>;
  /** The number of written bytes that the reader has not consumed yet. */
  readonly waiting: () => number;
  readonly paint: Paint;
  /** Whether the output is a terminal, where a line can be overwritten. */
  readonly isTerminal: boolean;
}

interface Input {
  readonly stream: NodeJS.ReadableStream;
  /** Whether the input is a terminal. */
  readonly isTerminal: boolean;
}

/** The parts of the process that a command uses: results go to `stdout`, messages to `stderr`. */
export interface Io {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  /** The current folder, absolute. */
  readonly cwd: string;
  /** The environment's variables. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly debug: boolean;
}

/** The streams of this process. Colours follow the terminal, NO_COLOR and FORCE_COLOR. */
export function processIo(): Io {
  return {
    // Opened on first use, since an open standard input may keep the process alive.
    get stdin() {
      return { stream: process.stdin, isTerminal: process.stdin.isTTY };
    },
    stdout: outputTo(process.stdout),
    stderr: outputTo(process.stderr),
    // npm runs its scripts in the folder of the package, and passes the user's folder in this variable.
    cwd:
      process.env['npm_lifecycle_event'] === 'gatewright'
        ? (process.env['INIT_CWD'] ?? process.cwd())
        : process.cwd(),
    env: process.env,
    debug: process.env['GATEWRIGHT_DEBUG'] === '1',
  };
}

function outputTo(stream: NodeJS.WriteStream): Output {
  // The caller of `deliver` reports an error of its text, so the listener below must not report it again.
  let isReported = false;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (!isReported) reportLostOutput(stream, error);
    isReported = true;
  });
  return {
    write: (text) => void stream.write(text),
    deliver: (text) =>
      new Promise((resolve, reject) =>
        stream.write(text, (error) => {
          if (!error) return resolve();
          isReported = true;
          reject(new CommandError(describeLostOutput(error)));
        }),
      ),
    waiting: () => (stream.errored ? 0 : stream.writableLength),
    paint: (style, text) => styleText(style, text, { stream }),
    isTerminal: stream.isTTY ?? false,
  };
}

/**
 * Reports a failed write, such as on a full disk. A reader that closes the pipe early, as `head` does, is not an error.
 */
function reportLostOutput(stream: NodeJS.WriteStream, error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') return;
  process.exitCode = 2;
  if (stream === process.stdout) process.stderr.write(`error: ${describeLostOutput(error)}\n`);
}

function describeLostOutput(error: Error): string {
  return `Standard output cannot be written: ${explainSystemError(error)}.`;
}
