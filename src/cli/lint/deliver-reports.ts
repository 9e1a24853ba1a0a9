import { appendFile } from 'node:fs/promises';
import { isAbsolute, resolve, sep } from 'node:path';
import { writeFileAtomically } from '#platform/files/write-file-atomically.ts';
import { explainDiskError } from '../explain-disk-error.ts';
import type { Io } from '../io.ts';
import { pathInside } from '#platform/files/path-inside.ts';
import { showPath } from '../project/paths.ts';
import type { Project } from '../project/project.ts';

/**
 * The maximum length of a job summary. GitHub refuses more than 1 MiB per step of a job, and other commands of the step
 * may print too.
 */
export const maxStepSummaryLength = 500_000;

/** A report as text or as pieces of text, and its file, unless it goes to standard output. */
interface RenderedReport {
  readonly file?: string;
  readonly text: string | Iterable<string>;
}

/** The minimum number of characters in a write, except the last one. */
const writtenAtOnce = 65_536;

interface Delivery {
  readonly reports: readonly RenderedReport[];
  /** The contents of the reports, for the message about a file: `2 errors`. */
  readonly contents: string;
  /** The text of the job summary on GitHub, if this runs in GitHub Actions. */
  readonly stepSummary?: () => Promise<string>;
}

/**
 * Writes reports: the files first, so that standard output ends with its report. Throws a CommandError if a file cannot
 * be written.
 */
export async function deliverReports({ reports, contents, stepSummary }: Delivery, io: Io): Promise<void> {
  for (const { file, text } of reports) {
    if (file === undefined) continue;
    await explainDiskError(file, writeFileAtomically(resolve(io.cwd, file), inLargePieces(text)));
    io.stderr.write(`Wrote ${contents} to ${file}.\n`);
  }
  const page = io.env['GITHUB_STEP_SUMMARY'];
  if (stepSummary && page)
    await explainDiskError(page, appendFile(resolve(io.cwd, page), await stepSummary()));
  for (const { file, text } of reports) {
    if (file === undefined) for (const piece of inLargePieces(text)) io.stdout.write(piece);
  }
}

/** Joins the small pieces of a rendered text into larger ones, since each piece is a separate write. */
function* inLargePieces(text: string | Iterable<string>): Generator<string, void> {
  if (typeof text === 'string') return yield text;
  let pending = '';
  for (const piece of text) {
    pending += piece;
    if (pending.length < writtenAtOnce) continue;
    yield pending;
    pending = '';
  }
  if (pending !== '') yield pending;
}

/**
 * A function that shows paths relative to the root of a CI system's checkout, even if the command runs in a subfolder,
 * so that the CI system can link the files.
 */
export function showFromCheckout({ root }: Pick<Project, 'root'>, io: Io): Project['show'] {
  const folder = checkoutFolder(io);
  return (file) => showPath(root, file, folder).split(sep).join('/');
}

/**
 * The folder that a CI system's file names are relative to: the root of its checkout if the current folder is in it,
 * otherwise the current folder.
 */
export function checkoutFolder({ cwd, env }: Pick<Io, 'cwd' | 'env'>): string {
  const checkout = env['GITHUB_WORKSPACE'] || env['CI_PROJECT_DIR'];
  const isOurs = checkout && isAbsolute(checkout) && pathInside(checkout, cwd) !== undefined;
  return isOurs ? checkout : cwd;
}
