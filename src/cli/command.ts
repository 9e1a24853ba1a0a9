import type { CommandArguments } from './arguments/command-arguments.ts';
import type { Io } from './io.ts';

/** 0: as wished. 1: the sources have errors. 2: the command could not run. 3: as wished, and something changes. */
export type ExitCode = 0 | 1 | 2 | 3;

export interface CommandOption {
  /** A flag takes no value; a list may be given several times. */
  readonly type: 'text' | 'integer' | 'list' | 'flag';
  /** What the help calls the value: `FILE`. */
  readonly placeholder?: string;
  readonly summary: string;
  readonly default?: string;
  readonly required?: true;
  /** The least and the greatest integer. */
  readonly range?: readonly [number, number];
}

interface CommandExample {
  readonly command: string;
  readonly does: string;
}

/** One thing that `gatewright` does. A command is one file that exports one of these, and one line in `commands.ts`. */
export interface Command {
  /** One word, or two: `add api`. */
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** What it does, for its own help: a paragraph. */
  readonly details: string;
  /** The arguments that are not options, in order. */
  readonly positionals?: readonly {
    readonly name: string;
    readonly summary: string;
    readonly required: boolean;
  }[];
  readonly options: Readonly<Record<string, CommandOption>>;
  readonly examples: readonly CommandExample[];
  readonly exitCodes: Partial<Readonly<Record<ExitCode, string>>>;
  /** Throws a CommandError where it cannot run. */
  run(args: CommandArguments, io: Io): Promise<ExitCode>;
}
