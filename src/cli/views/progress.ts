import type { Output } from '../io.ts';

/** The start of the terminal's line, and the line wiped. */
const eraseLine = '\r\u001B[2K';

/** Writes a line in the place of the progress that a terminal shows. */
export function writeOverProgress(
  { write, isTerminal }: Pick<Output, 'write' | 'isTerminal'>,
  line: string,
): void {
  write(`${isTerminal ? eraseLine : ''}${line}\n`);
}

/**
 * Shows on a terminal how many APIs have been linted, each call over the last one; the call for the last API wipes the
 * line. If the output is not a terminal it prints nothing.
 */
export function progressOn({ write, isTerminal }: Pick<Output, 'write' | 'isTerminal'>) {
  let shown = -1;
  return (done: number, total: number): void => {
    // Definitions are linted by themselves first, and then counted again with what compares them.
    if (!isTerminal || done <= shown) return;
    shown = done;
    write(done < total ? `${eraseLine}Linting ${done} of ${total} APIs…` : eraseLine);
  };
}
