import type { Output } from '../io.ts';

/** Moves to the start of the terminal's line, and erases the line. */
const eraseLine = '\r\u001B[2K';

/** Writes a line in place of the progress that a terminal shows. */
export function writeOverProgress(
  { write, isTerminal }: Pick<Output, 'write' | 'isTerminal'>,
  line: string,
): void {
  write(`${isTerminal ? eraseLine : ''}${line}\n`);
}

/**
 * Returns a function that shows the number of linted APIs on a terminal. Each call overwrites the previous one; the
 * call for the last API erases the line. If the output is not a terminal, it prints nothing.
 */
export function progressOn({ write, isTerminal }: Pick<Output, 'write' | 'isTerminal'>) {
  let shown = -1;
  return (done: number, total: number): void => {
    // A second pass, which compares definitions, counts them again; it is not shown.
    if (!isTerminal || done <= shown) return;
    shown = done;
    write(done < total ? `${eraseLine}Linting ${done} of ${total} APIs…` : eraseLine);
  };
}
