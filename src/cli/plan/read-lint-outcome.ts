import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CommandError } from '../command-error.ts';
import type { Io } from '../io.ts';
import type { LintOutcome } from './plan-report.ts';

/** How lint went, by its report in JSON. Throws a CommandError if the file is something else. */
export async function readLintOutcome(file: string, { cwd }: Pick<Io, 'cwd'>): Promise<LintOutcome> {
  const text = await readFile(resolve(cwd, file), 'utf8').catch(() => undefined);
  if (text === undefined) return { errors: undefined, warnings: 0 };
  const counts = readCounts(text);
  if (counts !== undefined) return counts;
  const help = 'Write one with `gatewright lint --format json=FILE`.';
  throw new CommandError(`${file} does not contain a report of lint.`, help);
}

function readCounts(text: string): LintOutcome | undefined {
  try {
    const { counts } = JSON.parse(text) as { readonly counts?: Readonly<Record<string, unknown>> };
    const { error: errors, warning: warnings = 0 } = counts ?? {};
    return typeof errors === 'number' && typeof warnings === 'number' ? { errors, warnings } : undefined;
  } catch {
    return undefined;
  }
}
