import type { Io } from '../../src/cli/io.ts';

/** What a command has written so far. */
export interface Written {
  stdout: string;
  stderr: string;
}

/** Streams that keep what is written to them, without colours. */
export function ioInMemory(cwd: string, env: Io['env'] = {}): { readonly io: Io; readonly written: Written } {
  const written: Written = { stdout: '', stderr: '' };
  const outputTo = (stream: keyof Written): Io['stdout'] => ({
    write: (text) => {
      written[stream] += text;
    },
    deliver: async (text) => {
      written[stream] += text;
    },
    paint: (_, text) => text,
    isTerminal: false,
  });
  return { io: { stdout: outputTo('stdout'), stderr: outputTo('stderr'), cwd, env, debug: false }, written };
}
