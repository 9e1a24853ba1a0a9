import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CommandError } from '../command-error.ts';
import type { Io } from '../io.ts';
import type { LintOutcome } from './plan-report.ts';

/** How lint went, by its report in JSON. Throws a CommandError if the file is something else. */
export async function readLintOutcome(file: string, { cwd }: Pick<Io, 'cwd'>): Promise<LintOutcome> {
  const text = await readFile(resolve(cwd, file), 'utf8').catch(() => undefined);
  if (text === undefined) return { errors: undefined };
  const errors = readErrors(text);
  if (errors !== undefined) return { errors };
  const help = 'Write one with `gatewright lint --format json=FILE`.';
  throw new CommandError(`${file} does not contain a report of lint.`, help);
}

function readErrors(text: string): number | undefined {
  try {
    const { counts } = JSON.parse(text) as { readonly counts?: { readonly error?: unknown } };
    return typeof counts?.error === 'number' ? counts.error : undefined;
  } catch {
    return undefined;
  }
}
