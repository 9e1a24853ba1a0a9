import {
  type Command,
  type CommandOption,
  usageOfArgument,
  usageOfOption,
  usagesOfAlternatives,
} from '../command.ts';
import type { Paint } from '../io.ts';
import { pageWidth, renderTable, wrapText } from './render-table.ts';

const helpOption: CommandOption = { type: 'flag', summary: 'Show this help.' };

/** A description of gatewright, and its commands. */
export function renderHelp(commands: readonly Command[], paint: Paint): string {
  return [
    'gatewright: an API management gateway whose source of truth is a git repository.',
    '',
    paint('bold', 'Usage'),
    '  gatewright COMMAND [OPTIONS]',
    '',
    paint('bold', 'Commands'),
    ...renderTable(commands.map(({ name, summary }) => [name, summary])),
    '',
    paint('bold', 'Options'),
    ...renderTable([
      ['--help', 'Show this help, or the help of a command.'],
      ['--version', 'Show the version.'],
    ]),
    '',
    'Start with `gatewright init`. `gatewright COMMAND --help` shows the options of a command.',
    '',
  ].join('\n');
}

/** The commands of a group, such as `add`. */
export function renderGroupHelp(group: string, commands: readonly Command[], paint: Paint): string {
  return [
    paint('bold', 'Usage'),
    `  gatewright ${group} COMMAND [OPTIONS]`,
    '',
    paint('bold', 'Commands'),
    ...renderTable(commands.map(({ name, summary }) => [name, summary])),
    '',
    `\`gatewright ${group} COMMAND --help\` shows the options of a command.`,
    '',
  ].join('\n');
}

/** The help of one command. */
export function renderCommandHelp(command: Command, paint: Paint): string {
  const { details, positionals = [], options, examples, exitCodes } = command;
  const sections: readonly (readonly [title: string, lines: readonly string[]])[] = [
    ['Usage', [`  ${renderUsage(command)}`]],
    ['Arguments', renderTable(positionals.map(({ name, summary }) => [name, summary]))],
    ['Options', renderTable(Object.entries({ ...options, help: helpOption }).map(renderOption))],
    ['Examples', examples.flatMap((example) => [`  # ${example.does}`, `  ${example.command}`])],
    ['Exit codes', renderTable(Object.entries(exitCodes).map(([code, meaning]) => [code, meaning]))],
  ];
  const shown = sections.filter(([, lines]) => lines.length > 0);
  const body = shown.map(([title, lines]) => [paint('bold', title), ...lines, ''].join('\n'));
  return [command.summary, '', wrapText(details, pageWidth).join('\n'), '', body.join('\n')].join('\n');
}

function renderUsage(command: Command): string {
  const { name, positionals = [], options } = command;
  const places = positionals.map(usageOfArgument);
  const required = Object.entries(options).filter(([, option]) => option.required);
  const alternatives = usagesOfAlternatives(command).join(' | ');
  const words = [
    'gatewright',
    name,
    ...places,
    ...required.map(([key, option]) => usageOfOption(key, option)),
    ...(alternatives === '' ? [] : [`(${alternatives})`]),
    '[OPTIONS]',
  ];
  return words.join(' ');
}

function renderOption([name, option]: [string, CommandOption]): readonly [string, string] {
  const fallback = option.default === undefined ? '' : ` Default: ${option.default}.`;
  const repeatable = option.type === 'list' ? ' May be given several times.' : '';
  return [usageOfOption(name, option), option.summary + repeatable + fallback];
}
