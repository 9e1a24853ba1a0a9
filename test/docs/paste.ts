import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { main } from '../cli/run-gatewright.ts';

export interface Pasted {
  readonly code: number;
  /** On both streams. */
  readonly said: string;
}

/** Runs shell lines in a folder, where `gatewright` is that of this checkout, until one fails; `more` is added to the environment, `input` is typed. */
export function paste(
  lines: string,
  cwd: string,
  more: Readonly<Record<string, string>> = {},
  input = '',
): Promise<Pasted> {
  const env = {
    PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
    HOME: dirname(cwd),
    ...more,
  };
  const define = `gatewright() { '${process.execPath}' '${main}' "$@"; }`;
  return new Promise((done) => {
    const shell = execFile(
      'bash',
      ['-c', `set -e\n${define}\n${lines}`],
      { cwd, env },
      (error, stdout, stderr) => done({ code: Number(error?.code ?? 0), said: stdout + stderr }),
    );
    // A shell that ends before it has read its input closes the pipe: its exit code says what happened.
    shell.stdin?.on('error', () => undefined).end(input);
  });
}
