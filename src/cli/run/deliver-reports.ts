import { appendFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { writeFileAtomically } from '../../platform/files/write-file-atomically.ts';
import { explainDiskError } from '../declarations/explain-disk-error.ts';
import type { Io } from '../io.ts';

/** GitHub refuses what the steps of a job say beyond 1 MiB a step; another command of the step may say something too. */
export const mostOfStepSummary = 500_000;

/** A report as text, and where it goes if not to standard output. */
interface RenderedReport {
  readonly file?: string;
  readonly text: string;
}

interface Delivery {
  readonly reports: readonly RenderedReport[];
  /** The contents of the reports, for the message about a file: `2 errors`. */
  readonly contents: string;
  /** What the page that GitHub shows of a run is to say, asked for where GitHub runs this. */
  readonly stepSummary?: () => Promise<string>;
}

/**
 * Writes reports: the files first, so that what is on standard output is the end of it. Throws a CommandError where
 * a file cannot be written.
 */
export async function deliverReports({ reports, contents, stepSummary }: Delivery, io: Io): Promise<void> {
  for (const { file, text } of reports) {
    if (file === undefined) continue;
    await explainDiskError(file, writeFileAtomically(resolve(io.cwd, file), text));
    io.stderr.write(`Wrote ${contents} to ${file}.\n`);
  }
  const page = io.env['GITHUB_STEP_SUMMARY'];
  if (stepSummary && page)
    await explainDiskError(page, appendFile(resolve(io.cwd, page), await stepSummary()));
  for (const { file, text } of reports) if (file === undefined) io.stdout.write(text);
}
