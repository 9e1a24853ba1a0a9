import { Readable } from 'node:stream';
import type { Io } from '#cli/io.ts';

/** What a command has written so far. */
export interface Written {
  stdout: string;
  stderr: string;
}

/** Streams that record their output, without colours; `input` is what there is to read. */
export function ioInMemory(
  cwd: string,
  env: Io['env'] = {},
  input: string | Uint8Array = '',
): { readonly io: Io; readonly written: Written } {
  const written: Written = { stdout: '', stderr: '' };
  const outputTo = (stream: keyof Written): Io['stdout'] => ({
    write: (text) => {
      written[stream] += text;
    },
    deliver: async (text) => {
      written[stream] += text;
    },
    waiting: () => 0,
    paint: (_, text) => text,
    isTerminal: false,
  });
  const stdin = { stream: Readable.from([input]), isTerminal: false };
  const io = { stdin, stdout: outputTo('stdout'), stderr: outputTo('stderr'), cwd, env, debug: false };
  return { io, written };
}
