import type { CommandError } from '../command-error.ts';
import type { Output } from '../io.ts';
import { printable } from './display-width.ts';

/** Tells why a command could not run, and what to do. */
export function reportCommandError({ message, help }: CommandError, output: Output): void {
  output.write(`${output.paint(['red', 'bold'], 'error:')} ${printable(message)}\n`);
  if (help !== undefined) output.write(`${output.paint('bold', 'help:')} ${printable(help)}\n`);
}
