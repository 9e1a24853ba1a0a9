import type { Io } from '../../src/cli/io.ts';
import { runCommandLine } from '../../src/cli/run-command-line.ts';
import type { CommandResult } from './run-gatewright.ts';

/** Runs the command line within this process, without colours: for tables of many small cases. */
export async function callGatewright(cwd: string, words: readonly string[]): Promise<CommandResult> {
  const written = { stdout: '', stderr: '' };
  const outputTo = (stream: keyof typeof written): Io['stdout'] => ({
    write: (text) => {
      written[stream] += text;
    },
    deliver: async (text) => {
      written[stream] += text;
    },
    paint: (_, text) => text,
  });
  const io = { stdout: outputTo('stdout'), stderr: outputTo('stderr'), cwd, debug: false };
  return { code: await runCommandLine(words, io), ...written };
}
