import type { Io } from '#cli/io.ts';
import { runCommandLine } from '#cli/run-command-line.ts';
import { ioInMemory } from './io-in-memory.ts';
import type { CommandResult } from './run-gatewright.ts';

/** Runs the command line within this process, without colours: for tables of many small cases. */
export async function callGatewright(
  cwd: string,
  words: readonly string[],
  env: Io['env'] = {},
  input: string | Uint8Array = '',
): Promise<CommandResult> {
  const { io, written } = ioInMemory(cwd, env, input);
  return { code: await runCommandLine(words, io), ...written };
}
