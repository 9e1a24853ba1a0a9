import { parseArgs } from 'node:util';
import { suggestName } from '#compiler/workspace/suggest-name.ts';
import { CommandError } from '../command-error.ts';
import {
  type Command,
  CommandArguments,
  type CommandOption,
  usageOfOption,
  usagesOfAlternatives,
} from '../command.ts';
import type { NamedCommand } from '../command.ts';

interface OptionToken {
  readonly name: string;
  /** As it was written: `--config`, `-c`. */
  readonly rawName: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

/**
 * Parses the words after the command's name. Throws a CommandError if one is not accepted, or if a required one is
 * missing.
 */
export function parseCommandArguments(command: Command, words: readonly string[]): CommandArguments {
  const { tokens, positionals } = splitWords(command, words);
  const given = new Map<string, readonly string[]>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    checkOption(command, token);
    checkRepeated(command, token, given);
    given.set(token.name, [...(given.get(token.name) ?? []), token.value ?? '']);
  }
  checkPositionals(command, positionals);
  checkRequired(command, given);
  checkAlternatives(command, given);
  return new CommandArguments(positionals, given, command.options);
}

/** Disables strict parsing, so that the errors can have our own wording. */
function splitWords({ options }: Command, words: readonly string[]) {
  const types = Object.entries(options).map(
    ([name, { type }]) => [name, { type: type === 'flag' ? 'boolean' : 'string' }] as const,
  );
  return parseArgs({
    args: [...words],
    options: Object.fromEntries(types),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
}

function checkOption(command: Command, token: OptionToken): void {
  const { name, rawName, value, inlineValue } = token;
  const option = Object.hasOwn(command.options, name) ? command.options[name] : undefined;
  if (!option && name === 'help') throw new CommandError('--help takes no value.', seeHelp(command));
  if (!option) throw unknownOption(command, token);
  if (option.type === 'flag') {
    if (value !== undefined) throw new CommandError(`${rawName} takes no value.`, seeHelp(command));
  } else if (value === undefined || value === '') {
    throw new CommandError(`${rawName} needs a value: ${usageOfOption(name, option)}.`, seeHelp(command));
  } else if (!inlineValue && /^-./.test(value) && !isNegativeNumber(option, value)) {
    throw new CommandError(
      `${rawName} needs a value.`,
      `Write a value that begins with a hyphen as ${rawName}=${value}.`,
    );
  }
}

/** Refuses an option that is given twice: neither value can be ignored, since the user means both. */
function checkRepeated(command: Command, { name }: OptionToken, given: ReadonlyMap<string, unknown>): void {
  if (!given.has(name) || command.options[name]?.type === 'list') return;
  throw new CommandError(`--${name} may be given only once.`, seeHelp(command));
}

/** Whether a value is a negative number. The range error for it explains more than an error for a missing value. */
function isNegativeNumber({ type }: CommandOption, value: string): boolean {
  return type === 'integer' && /^-\d/.test(value);
}

function unknownOption(command: Command, { rawName }: OptionToken): CommandError {
  const known = [...Object.keys(command.options), 'help'].map((name) => `--${name}`);
  const help = suggestName(rawName, known, seeHelp(command));
  return new CommandError(`gatewright ${command.name} has no option ${rawName}.`, help);
}

function checkPositionals(command: Command, given: readonly string[]): void {
  const taken = command.positionals ?? [];
  const surplus = taken.at(-1)?.repeats ? undefined : given[taken.length];
  if (surplus !== undefined) {
    throw new CommandError(
      `gatewright ${command.name} does not take the argument ${JSON.stringify(surplus)}.`,
      seeHelp(command),
    );
  }
  const missing = taken.find(({ required }, index) => required && !given[index]);
  if (missing)
    throw new CommandError(`The argument ${missing.name} is missing: ${missing.summary}.`, seeHelp(command));
}

function checkRequired(command: Command, given: ReadonlyMap<string, unknown>): void {
  const missing = Object.entries(command.options).find(
    ([name, { required }]) => required && !given.has(name),
  );
  if (missing)
    throw new CommandError(`The option ${usageOfOption(...missing)} is missing.`, seeHelp(command));
}

function checkAlternatives(command: Command, given: ReadonlyMap<string, unknown>): void {
  const { alternatives = [] } = command;
  if (alternatives.length === 0 || alternatives.filter((name) => given.has(name)).length === 1) return;
  const usages = usagesOfAlternatives(command).join(' or ');
  throw new CommandError(`gatewright ${command.name} takes either ${usages}.`, seeHelp(command));
}

function seeHelp(command: Command): string {
  return `\`gatewright ${command.name} --help\` lists its arguments and options.`;
}

/** The command that the first words name, and the words after it. Throws a CommandError if they name none. */
export function findCommand(
  commands: readonly NamedCommand[],
  words: readonly string[],
): { readonly command: NamedCommand; readonly rest: readonly string[] } {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ');
    const command = commands.find((one) => one.name === name);
    if (command) return { command, rest: words.slice(length) };
  }
  throw unknownCommand(commands, words);
}

/**
 * The commands of a group, by its first word, such as `add`; empty if the second word is given too, since it names a
 * command.
 */
export function findGroup(
  commands: readonly NamedCommand[],
  [first = '', second]: readonly string[],
): readonly NamedCommand[] {
  if (second !== undefined && !second.startsWith('-')) return [];
  return commands.filter(({ name }) => name.startsWith(`${first} `));
}

function unknownCommand(
  commands: readonly NamedCommand[],
  [first = '', second]: readonly string[],
): CommandError {
  if (first.startsWith('-')) {
    return new CommandError(
      `gatewright has no option ${first}.`,
      'Options follow the command: gatewright lint --config FILE.',
    );
  }
  const below = commands.filter(({ name }) => name.startsWith(`${first} `)).map(({ name }) => name);
  if (below.length === 0) {
    const names = commands.map(({ name }) => name.split(' ')[0] ?? name);
    const help = suggestName(first, names, '`gatewright --help` lists the commands.');
    return new CommandError(`Unknown command ${first}.`, help);
  }
  const written = second === undefined || second.startsWith('-') ? undefined : `${first} ${second}`;
  if (written === undefined) {
    const help = `\`gatewright ${first} --help\` describes them.`;
    return new CommandError(`${first} needs a subcommand: ${below.join(', ')}.`, help);
  }
  return new CommandError(
    `Unknown command ${written}.`,
    suggestName(written, below, `The subcommands are ${below.join(', ')}.`),
  );
}
