import { normalize } from 'node:path';
import { suggestName } from '#compiler/workspace/suggest-name.ts';
import { CommandError } from '../command-error.ts';
import { formats } from './views/formats.ts';
import { listWords } from '../views/render-counts.ts';

/** A requested report: its format, and its file unless it goes to standard output. */
export interface ReportTarget {
  readonly format: string;
  /** As given by the user. */
  readonly file?: string;
}

const formatsOfLint = Object.keys(formats);

/** The help text of `--format` for lint. */
export const formatSummary = summarizeFormats(formatsOfLint);

/** The help text of an option that selects a format by name. */
export function summarizeFormats(names: readonly string[]): string {
  return (
    `How to report: ${listWords(names, 'or')}. With =FILE the report is written to that file, otherwise to standard output, ` +
    'where there can be only one report. Default: human.'
  );
}

/**
 * Reads each `FORMAT[=FILE]`, by default with the formats of lint. Throws a CommandError if a format is unknown, or if
 * two reports have the same destination.
 */
export function readReportTargets(
  given: readonly string[],
  names: readonly string[] = formatsOfLint,
): readonly ReportTarget[] {
  const targets = (given.length > 0 ? given : ['human']).map((text) => readReportTarget(text, names));
  const [first, second] = targets.filter(({ file }) => file === undefined);
  if (first && second) {
    const help = `Write one of them to a file: --format ${second.format}=FILE.`;
    throw new CommandError(`${first.format} and ${second.format} cannot both go to standard output.`, help);
  }
  const files = targets.flatMap(({ file }) => file ?? []);
  const twice = files.find((file, index) => files.map(normalize).indexOf(normalize(file)) < index);
  if (twice !== undefined) throw new CommandError(`Two reports cannot both go to ${twice}.`);
  return targets;
}

function readReportTarget(text: string, names: readonly string[]): ReportTarget {
  const end = text.indexOf('=');
  const format = end === -1 ? text : text.slice(0, end);
  if (!names.includes(format)) {
    const help = suggestName(format, names, `A format is ${listWords(names, 'or')}.`);
    throw new CommandError(`Unknown format ${JSON.stringify(format)}.`, help);
  }
  const file = text.slice(format.length + 1);
  if (end !== -1 && file === '')
    throw new CommandError(`--format ${text} has no file name after the equals sign.`);
  return end === -1 ? { format } : { format, file };
}
