import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CommandError } from '../command-error.ts';
import type { Io } from '../io.ts';
import type { LintOutcome } from './plan-report.ts';

/**
 * The outcome of lint, from its JSON report; `errors` is undefined if the file does not exist. Throws a CommandError if
 * the file is not such a report.
 */
export async function readLintOutcome(file: string, { cwd }: Pick<Io, 'cwd'>): Promise<LintOutcome> {
  const text = await readFile(resolve(cwd, file), 'utf8').catch(() => undefined);
  if (text === undefined) return { errors: undefined, warnings: 0 };
  const counts = readCounts(text);
  if (counts !== undefined) return counts;
  const help = 'Write one with `gatewright lint --format json=FILE`.';
  throw new CommandError(`${file} does not contain a report of lint.`, help);
}

interface LintJson {
  readonly counts?: Readonly<Record<string, unknown>>;
  readonly diagnostics?: unknown;
}

function readCounts(text: string): LintOutcome | undefined {
  try {
    const { counts, diagnostics } = JSON.parse(text) as LintJson;
    const { error: errors, warning: warnings = 0 } = counts ?? {};
    if (typeof errors !== 'number' || typeof warnings !== 'number') return undefined;
    const named = nameErrors(diagnostics);
    return { errors, warnings, ...(named.length > 0 && { named }) };
  } catch {
    return undefined;
  }
}

/** The maximum number of errors that a plan names. */
const mostNamed = 3;

function nameErrors(diagnostics: unknown): readonly string[] {
  const all = Array.isArray(diagnostics) ? (diagnostics as readonly unknown[]) : [];
  return all.flatMap(nameError).slice(0, mostNamed);
}

function nameError(diagnostic: unknown): readonly string[] {
  const { code, severity, at } = diagnostic as Readonly<Record<string, unknown>>;
  const { file, line } = (at ?? {}) as Readonly<Record<string, unknown>>;
  if (severity !== 'error' || typeof code !== 'string') return [];
  return [typeof file === 'string' && typeof line === 'number' ? `${code} at ${file}:${line}` : code];
}
