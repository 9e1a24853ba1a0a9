import type { Output } from '../io.ts';

/** The start of the terminal's line, and the line wiped. */
const eraseLine = '\r\u001B[2K';

/**
 * Shows on a terminal how many APIs have been linted, each call over the last one; the call for the last API wipes the
 * line. If the output is not a terminal it prints nothing.
 */
export function progressOn({ write, isTerminal }: Pick<Output, 'write' | 'isTerminal'>) {
  return (done: number, total: number): void => {
    if (!isTerminal) return;
    write(done < total ? `${eraseLine}Linting ${done} of ${total} APIs…` : eraseLine);
  };
}
