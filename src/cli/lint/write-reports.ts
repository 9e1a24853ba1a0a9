import { appendFile } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { writeFileAtomically } from '../../platform/write-file-atomically.ts';
import type { BuildResult } from '../../pipeline.ts';
import { explainDiskError } from '../explain-disk-error.ts';
import type { Io } from '../io.ts';
import type { Project } from '../project.ts';
import { readVersion } from '../read-version.ts';
import { showPath } from '../show-path.ts';
import { formats } from '../views/formats.ts';
import type { LintReport } from '../views/lint-report.ts';
import { renderCounts } from '../views/render-counts.ts';
import { checkoutFolder } from './checkout-folder.ts';
import type { ReportTarget } from './report-target.ts';

/** GitHub refuses what the steps of a job say beyond 1 MiB a step; another command of the step may say something too. */
const mostOfSummary = 500_000;

/**
 * Writes each report that was asked for: the files first, so that what stands on standard output is the end of it.
 * Throws a CommandError where a file cannot be written.
 */
export async function writeReports(
  targets: readonly ReportTarget[],
  result: BuildResult,
  project: Project,
  io: Io,
): Promise<void> {
  const findings = await collectFindings(result);
  const forPrograms = { ...findings, show: showFromCheckout(project, io), paint: plain };
  const reportFor = ({ format, file }: ReportTarget): LintReport => {
    if (format !== 'human') return forPrograms;
    return { ...findings, show: project.show, paint: file === undefined ? io.stdout.paint : plain };
  };
  const texts = await Promise.all(
    targets.map(async (target) => ({ ...target, text: await render(target.format, reportFor(target)) })),
  );
  for (const { file, text } of texts) if (file !== undefined) await writeReport(file, text, result, io);
  if (targets.some(({ format }) => format === 'github')) await writeStepSummary(forPrograms, io);
  for (const { file, text } of texts) if (file === undefined) io.stdout.write(text);
}

async function collectFindings({ diagnostics, sources, workspace }: BuildResult) {
  const { rules } = await import('../../compiler/lint/rules.ts');
  const contents = workspace === undefined ? {} : { contents: workspace };
  return { diagnostics, sources, rules, version: await readVersion(), ...contents };
}

async function render(format: string, report: LintReport): Promise<string> {
  const load = formats[format];
  if (!load) throw new TypeError(`There is no format ${format}.`);
  const renderReport = await load();
  return renderReport(report);
}

async function writeReport(file: string, text: string, { diagnostics }: BuildResult, io: Io): Promise<void> {
  await explainDiskError(file, writeFileAtomically(resolve(io.cwd, file), text));
  io.stderr.write(`Wrote ${renderCounts(diagnostics) || 'no findings'} to ${file}.\n`);
}

/** Adds to the page that GitHub shows of a run, where GitHub runs this. */
async function writeStepSummary(report: LintReport, { env, cwd }: Io): Promise<void> {
  const file = env['GITHUB_STEP_SUMMARY'];
  if (!file) return;
  const { renderMarkdown } = await import('../views/markdown.ts');
  await explainDiskError(file, appendFile(resolve(cwd, file), renderMarkdown(report, mostOfSummary)));
}

/** A CI system makes a link of a path from its checkout, wherever in it this runs. */
function showFromCheckout({ root }: Project, io: Io): LintReport['show'] {
  const folder = checkoutFolder(io);
  return (file) => showPath(root, file, folder).split(sep).join('/');
}

function plain(_: unknown, text: string): string {
  return text;
}
