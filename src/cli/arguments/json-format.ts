import { CommandError } from '../command-error.ts';
import type { CommandArguments, CommandOption } from '../command.ts';

/** The `--format` option of commands that print text for people, or the same data as JSON. */
export const jsonFormatOption = {
  format: {
    type: 'text',
    placeholder: 'FORMAT',
    summary: 'How to print the result: human or json.',
    default: 'human',
    choices: ['human', 'json'],
  },
} as const satisfies Record<string, CommandOption>;

/** Whether `--format` requests JSON. Throws a CommandError if it names another format. */
export function requestsJson(args: CommandArguments): boolean {
  const format = args.requiredText('format');
  if (format === 'human' || format === 'json') return format === 'json';
  throw new CommandError(`Unknown format ${JSON.stringify(format)}.`, 'A format is human or json.');
}
