import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';
import { CommandError } from './command-error.ts';
import { InterruptedError } from './interrupted-error.ts';
import type { Io } from './io.ts';

/**
 * Reads secrets, one per line. On a terminal, it prompts and does not echo the input. Secrets are not command-line
 * arguments, since every user of the machine can see arguments.
 */
export class SecretInput implements Disposable {
  readonly #io: Io;
  #reader: Interface | undefined;
  #lines: AsyncIterator<string> | undefined;
  #isInterrupted = false;

  constructor(io: Io) {
    this.#io = io;
  }

  /**
   * Returns the next secret; the prompt calls it `what`. Throws a CommandError if the line is empty or missing, and an
   * InterruptedError on Ctrl+C.
   */
  async read(what: string, help: string): Promise<string> {
    const { stdin, stderr } = this.#io;
    // Opened before the prompt, since the terminal echoes everything typed before that.
    this.#lines ??= this.#open()[Symbol.asyncIterator]();
    if (stdin.isTerminal) stderr.write(`${what}: `);
    const { value: line = '', done } = await this.#lines.next();
    const secret = stdin.isTerminal ? eraseTyped(line) : line;
    if (stdin.isTerminal) stderr.write('\n');
    if (this.#isInterrupted) throw new InterruptedError();
    if (!done && secret !== '') return secret;
    throw new CommandError(`The ${what.toLowerCase()} is missing.`, help);
  }

  [Symbol.dispose](): void {
    this.#reader?.close();
  }

  /** Puts a terminal into raw mode, and discards the echo of readline. */
  #open(): Interface {
    const { stream, isTerminal } = this.#io.stdin;
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    this.#reader = createInterface({
      input: stream,
      output: nowhere,
      terminal: isTerminal,
      crlfDelay: Infinity,
      historySize: 0,
    });
    this.#reader.on('SIGINT', () => {
      this.#isInterrupted = true;
      this.#reader?.close();
    });
    return this.#reader;
  }
}

const erasingKeys: ReadonlySet<string> = new Set(['\u007F', '\b']);
const erasesLine = '\u0015';

/** Applies Backspace and Ctrl+U to a typed line, since readline returns them as characters under TERM=dumb. */
function eraseTyped(line: string): string {
  const typed: string[] = [];
  for (const character of line) {
    if (erasingKeys.has(character)) typed.pop();
    else if (character === erasesLine) typed.length = 0;
    else typed.push(character);
  }
  return typed.join('');
}
