import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';
import { CommandError } from './command-error.ts';
import { InterruptedError } from './interrupted-error.ts';
import type { Io } from './io.ts';

/**
 * Reads secrets, one a line: from a terminal with a prompt and without an echo, from elsewhere as they come. Arguments
 * are not suitable, since every user of the machine sees those.
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
   * The next secret. `what` is its name in the prompt. Throws a CommandError if none comes, and an InterruptedError at
   * Ctrl+C.
   */
  async read(what: string, help: string): Promise<string> {
    const { stdin, stderr } = this.#io;
    // Before the prompt, since earlier typing would be shown.
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

  /** A terminal is put into raw mode, in which nothing is echoed but what goes to the output, which is nowhere. */
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

/** The rest of a typed line: under TERM=dumb, readline returns Backspace and Ctrl+U as characters. */
function eraseTyped(line: string): string {
  const typed: string[] = [];
  for (const character of line) {
    if (erasingKeys.has(character)) typed.pop();
    else if (character === erasesLine) typed.length = 0;
    else typed.push(character);
  }
  return typed.join('');
}
