import { CommandError } from '../command-error.ts';
import type { CommandOption } from '../command.ts';

/** The arguments that a command was given; asking for an option that it does not declare is a mistake of ours. */
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

  /** The value last given, or else the option's default. */
  text(name: string): string | undefined {
    const option = this.#declared(name);
    return this.list(name).at(-1) ?? option.default;
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

  /** Throws a CommandError where the value is no integer in the option's range. */
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
