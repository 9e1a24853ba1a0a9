import type { Command, CommandOption, NameKind } from '../command.ts';

/** A word that a shell proposes, and its description. */
export interface ProposedWord {
  readonly word: string;
  readonly summary: string;
}

/** The proposals of a shell for a value: words, names, both, files, or nothing. */
export interface ProposedValues {
  readonly choices?: readonly string[] | undefined;
  readonly names?: NameKind | undefined;
  readonly files?: boolean | undefined;
}

/** The proposals of a shell after some words of a command line. */
export interface CompletionPlace {
  /** The words after `gatewright`: empty, a group such as `keys`, or a command such as `keys generate`. */
  readonly after: string;
  readonly words: readonly ProposedWord[];
  /** Proposed in addition to the words. */
  readonly argument: ProposedValues;
  /** The options that take a value. */
  readonly options: readonly OptionValues[];
}

export interface OptionValues extends ProposedValues {
  /** The name, including its dashes. */
  readonly option: string;
}

/** All places of a command line where words are proposed, from the same definitions as the help. */
export function listCompletionPlaces(commands: readonly Command[]): readonly CompletionPlace[] {
  const groups = Map.groupBy(commands, ({ name }) => name.split(' ')[0] ?? name);
  const first = [...groups].map(([word, ofGroup]) => ({ word, summary: summarizeGroup(word, ofGroup) }));
  const start = { after: '', words: [...first, ...commonOptions], argument: {}, options: [] };
  return [start, ...[...groups].flatMap(([word, ofGroup]) => placesOfGroup(word, ofGroup))];
}

const commonOptions: readonly ProposedWord[] = [
  { word: '--help', summary: 'Show the help.' },
  { word: '--version', summary: 'Show the version.' },
];

function summarizeGroup(word: string, commands: readonly Command[]): string {
  const [only] = commands;
  if (commands.length === 1 && only?.name === word) return only.summary;
  return `Commands: ${commands.map(({ name }) => name.slice(word.length + 1)).join(', ')}.`;
}

function placesOfGroup(word: string, commands: readonly Command[]): readonly CompletionPlace[] {
  const seconds = commands
    .filter(({ name }) => name !== word)
    .map(({ name, summary }) => ({ word: name.slice(word.length + 1), summary }));
  const group = seconds.length === 0 ? [] : [{ after: word, words: seconds, argument: {}, options: [] }];
  return [...group, ...commands.map(placeOfCommand)];
}

function placeOfCommand({ name, options, positionals = [] }: Command): CompletionPlace {
  const help: CommandOption = { type: 'flag', summary: 'Show this help.' };
  const words = Object.entries({ ...options, help }).map(([option, { summary }]) => ({
    word: `--${option}`,
    summary,
  }));
  const values = Object.entries(options).flatMap(([option, described]) =>
    described.type === 'flag' ? [] : [{ option: `--${option}`, ...valuesOf(described) }],
  );
  return { after: name, words, argument: argumentOf(positionals), options: values };
}

function valuesOf({ choices, names, placeholder = '' }: CommandOption): ProposedValues {
  if (choices || names) return { choices, names };
  return { files: /FILE|DIR/.test(placeholder) };
}

/** The proposals for the first argument, which apply to all: no command takes arguments of two kinds. */
function argumentOf([first]: NonNullable<Command['positionals']>): ProposedValues {
  return first ? { choices: first.choices, names: first.names, files: first.isPath } : {};
}
