import { type Command, type CommandOption } from '../command.ts';

/** A word that a shell proposes, and what it means. */
export interface ProposedWord {
  readonly word: string;
  readonly summary: string;
}

/** What a shell proposes after some words of a command line. */
export interface CompletionPlace {
  /** The words after `gatewright` that lead here: empty, `keys`, or a command as `keys generate`. */
  readonly after: string;
  readonly words: readonly ProposedWord[];
  /** Whether files are proposed too. */
  readonly takesFiles: boolean;
  /** Options that take one of some values. */
  readonly choices: readonly OptionChoices[];
}

export interface OptionChoices {
  /** With its dashes. */
  readonly option: string;
  readonly values: readonly string[];
}

/** The options of all commands together that take a value. After one of these, its values or files are proposed. */
export function optionsWithValues(commands: readonly Command[]): readonly string[] {
  const names = commands.flatMap(({ options }) =>
    Object.entries(options).flatMap(([name, { type }]) => (type === 'flag' ? [] : [`--${name}`])),
  );
  return [...new Set(names)].toSorted();
}

/** All places of a command line where words are proposed, from the same definitions as the help. */
export function listCompletionPlaces(commands: readonly Command[]): readonly CompletionPlace[] {
  const groups = Map.groupBy(commands, ({ name }) => name.split(' ')[0] ?? name);
  const first = [...groups].map(([word, ofGroup]) => ({ word, summary: summarizeGroup(word, ofGroup) }));
  const start = { after: '', words: [...first, ...commonOptions], takesFiles: false, choices: [] };
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
  const group = seconds.length === 0 ? [] : [{ after: word, words: seconds, takesFiles: false, choices: [] }];
  return [...group, ...commands.map(placeOfCommand)];
}

function placeOfCommand({ name, options, positionals = [] }: Command): CompletionPlace {
  const help: CommandOption = { type: 'flag', summary: 'Show this help.' };
  const words = Object.entries({ ...options, help }).map(([option, { summary }]) => ({
    word: `--${option}`,
    summary,
  }));
  const choices = Object.entries(options).flatMap(([option, { choices: values }]) =>
    values ? [{ option: `--${option}`, values }] : [],
  );
  return { after: name, words, takesFiles: positionals.length > 0, choices };
}
