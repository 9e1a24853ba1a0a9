import { suggestName } from '../../compiler/workspace/suggest-name.ts';
import { CommandError } from '../command-error.ts';
import type { NamedCommand } from '../commands.ts';

/** The command that the first words name, and the words after it. Throws a CommandError where they name none. */
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
    return new CommandError(`There is no command ${first}.`, help);
  }
  const written = second === undefined || second.startsWith('-') ? undefined : `${first} ${second}`;
  if (written === undefined) return new CommandError(`${first} needs to know what: ${below.join(', ')}.`);
  return new CommandError(
    `There is no command ${written}.`,
    suggestName(written, below, `There is ${below.join(', ')}.`),
  );
}
