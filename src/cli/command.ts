import { CommandError } from './command-error.ts';
import type { Io } from './io.ts';

/** 0: success. 1: the sources have errors. 2: the command could not run. 3: success, with changes. 130: interrupted. */
export type ExitCode = 0 | 1 | 2 | 3 | 130;

/**
 * The kinds of things that a value can name. Shells complete rule names, and names declared in the current repository.
 */
export const nameKinds = ['api', 'application', 'deployment', 'rule', 'tier', 'user'] as const;

export type NameKind = (typeof nameKinds)[number];

export interface CommandOption {
  /** A flag takes no value; only a list may be given several times. */
  readonly type: 'text' | 'integer' | 'list' | 'flag';
  /** The name of the value in the help: `FILE`. */
  readonly placeholder?: string;
  readonly summary: string;
  readonly default?: string;
  /** Fixed values, which shells complete. */
  readonly choices?: readonly string[];
  /** The kind of existing thing that the value names, in addition to `choices`. */
  readonly names?: NameKind;
  readonly required?: true;
  /** The least and the greatest integer. */
  readonly range?: readonly [number, number];
}

/** An argument that is not an option. */
interface CommandArgument {
  readonly name: string;
  readonly summary: string;
  readonly required: boolean;
  /** Whether several may be given. Default: false. */
  readonly repeats?: boolean;
  /** What shells complete: fixed values, existing names of a kind, or the paths of files and folders. */
  readonly choices?: readonly string[];
  readonly names?: NameKind;
  readonly isPath?: true;
}

interface CommandExample {
  readonly command: string;
  readonly does: string;
}

/** A command of `gatewright`. Each is exported by one file, and listed by one line in `commands.ts`. */
export interface Command {
  /** One word, or two: `add api`. */
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** A paragraph for the command's help. */
  readonly details: string;
  /** The arguments that are not options, in order; only the last may repeat. */
  readonly positionals?: readonly CommandArgument[];
  readonly options: Readonly<Record<string, CommandOption>>;
  /** The names of options, exactly one of which must be given. */
  readonly alternatives?: readonly string[];
  readonly examples: readonly CommandExample[];
  readonly exitCodes: Partial<Readonly<Record<ExitCode, string>>>;
  /** Throws a CommandError if it cannot run. */
  run(args: CommandArguments, io: Io): Promise<ExitCode>;
}

/** The arguments that a command was given; reading an option that the command does not declare is a bug. */
export class CommandArguments {
  readonly positionals: readonly string[];
  readonly #given: ReadonlyMap<string, readonly string[]>;
  readonly #options: Readonly<Record<string, CommandOption>>;

  constructor(
    positionals: readonly string[],
    given: ReadonlyMap<string, readonly string[]>,
    options: Readonly<Record<string, CommandOption>>,
  ) {
    this.positionals = positionals;
    this.#given = given;
    this.#options = options;
  }

  flag(name: string): boolean {
    this.#declared(name);
    return this.#given.has(name);
  }

  /** The given value, or the option's default. */
  text(name: string): string | undefined {
    const option = this.#declared(name);
    return this.list(name)[0] ?? option.default;
  }

  /** The value of an option that is declared as required, or that has a default. */
  requiredText(name: string): string {
    const value = this.text(name);
    if (value === undefined) throw new TypeError(`The option --${name} is not declared as required.`);
    return value;
  }

  list(name: string): readonly string[] {
    this.#declared(name);
    return this.#given.get(name) ?? [];
  }

  /** Throws a CommandError if the value is not an integer in the option's range. */
  integer(name: string): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const [least, greatest] = this.#declared(name).range ?? [0, Number.MAX_SAFE_INTEGER];
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= greatest) return value;
    const range = greatest === Number.MAX_SAFE_INTEGER ? `${least} up` : `${least} to ${greatest}`;
    throw new CommandError(`--${name} takes a whole number from ${range}, not ${JSON.stringify(text)}.`);
  }

  #declared(name: string): CommandOption {
    const option = this.#options[name];
    if (!option) throw new TypeError(`The command declares no option --${name}.`);
    return option;
  }
}

/** The options in `alternatives`, exactly one of which must be given, as the help shows them. */
export function usagesOfAlternatives({ alternatives = [], options }: Command): readonly string[] {
  return alternatives.flatMap((name) => {
    const option = options[name];
    return option ? [usageOfOption(name, option)] : [];
  });
}

/** An option as the help shows it: `--config FILE`. */
export function usageOfOption(name: string, { placeholder }: CommandOption): string {
  return placeholder === undefined ? `--${name}` : `--${name} ${placeholder}`;
}

/** An argument as the help shows it: `NAME`, `[FILE...]`. */
export function usageOfArgument({ name, required, repeats = false }: CommandArgument): string {
  const written = repeats ? `${name}...` : name;
  return required ? written : `[${written}]`;
}

/** A command by its name. Its code is imported on demand, so that other commands start faster. */
export interface NamedCommand {
  readonly name: string;
  load(): Promise<Command>;
}
