import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FixResult, RefusedFix } from '#compiler/edit/apply-fixes.ts';
import type { Sources } from '#compiler/workspace/sources.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import { writeFileAtomically } from '#platform/files/write-file-atomically.ts';
import type { SourceTree } from '#source/source-tree.ts';
import { CommandError } from '../command-error.ts';
import { explainDiskError } from '../explain-disk-error.ts';
import type { Io } from '../io.ts';
import { overlaySourceTree } from '#source/overlay-source-tree.ts';
import type { Project } from '../project/project.ts';
import { printable } from '../views/display-width.ts';

interface Checked {
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: Pick<Sources, 'text'>;
}

type Check = (tree: SourceTree) => Promise<Checked>;

/**
 * The maximum number of rounds: a fix may uncover another finding, but rules that undo each other's fixes must not
 * loop.
 */
const maxRounds = 10;
const byteOrderMark = '\uFEFF';

/** A project, or some documents of a project, and the function that checks it. */
export interface FixedProject {
  readonly project: Pick<Project, 'root' | 'tree' | 'show'>;
  readonly check: Check;
}

/**
 * Fixes what can be fixed safely in the files of projects, and reports what it fixed and what remains. Throws a
 * CommandError if a file cannot be written, or if another program has changed it in the meantime.
 */
export async function fixSources(
  projects: readonly FixedProject[],
  io: Io,
  rounds: number = maxRounds,
): Promise<void> {
  const done: (FixedSources & Pick<FixedProject, 'project'>)[] = [];
  for (const { project, check } of projects) {
    const result = await fixInMemory(project, check, rounds);
    const marks = await Promise.all(result.files.map((file) => readMark(project, file)));
    for (const [index, file] of result.files.entries()) await writeFixed(project, file, marks[index] ?? '');
    done.push({ ...result, project });
  }
  io.stderr.write(`${describeFixed(done)}\n`);
  for (const { last, project } of done)
    for (const refused of last.refused) io.stderr.write(`${describeRefused(refused, project)}\n`);
  const more = done.reduce((sum, { last }) => sum + last.fixed.length + last.waiting.length, 0);
  if (more > 0) io.stderr.write(`${count(more, 'more finding')} can be fixed; run the command again.\n`);
}

function describeFixed(done: readonly FixedSources[]): string {
  const fixed = done.reduce((sum, one) => sum + one.fixed, 0);
  const files = done.reduce((sum, one) => sum + one.files.length, 0);
  const left = done.reduce((sum, one) => sum + one.unfixable, 0);
  if (fixed === 0) {
    if (left === 0) return 'Nothing to fix.';
    const none = left === 1 ? 'the finding has no fix' : `none of the ${left} findings has a fix`;
    return `Nothing to fix: ${none} that keeps the contract.`;
  }
  const said = `Fixed ${count(fixed, 'finding')} in ${count(files, 'file')}.`;
  if (left === 0) return said;
  const others = left === 1 ? 'The other finding has' : `The other ${left} findings have`;
  return `${said} ${others} no fix that keeps the contract.`;
}

/** A file that fixes have changed: its text as it was read, and its new text. */
interface FixedFile {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

interface FixedSources {
  readonly files: readonly FixedFile[];
  /** The number of fixed findings. */
  readonly fixed: number;
  /** The number of remaining findings without a fix. */
  readonly unfixable: number;
  readonly last: FixResult;
}

async function fixInMemory(
  { tree }: FixedProject['project'],
  check: Check,
  rounds: number,
): Promise<FixedSources> {
  const { applyFixes } = await import('#compiler/edit/apply-fixes.ts');
  const files = new Map<string, FixedFile>();
  let fixed = 0;
  for (let round = 1; ; round += 1) {
    const texts = Object.fromEntries([...files].map(([path, { after }]) => [path, after]));
    const { diagnostics, sources } = await check(overlaySourceTree(tree, texts));
    const last = applyFixes(diagnostics, (path) => sources.text(path));
    if (last.fixed.length === 0 || round > rounds) {
      const unfixable = diagnostics.filter(({ fix }) => !fix).length;
      return { files: [...files.values()], fixed, unfixable, last };
    }
    fixed += last.fixed.length;
    for (const [path, after] of Object.entries(last.texts)) {
      const before = files.get(path)?.before ?? sources.text(path) ?? '';
      files.set(path, { path, before, after });
    }
  }
}

/**
 * The byte order mark of a file; empty if it has none. Throws a CommandError if the file has changed since it was read.
 */
async function readMark(
  { root, show }: FixedProject['project'],
  { path, before }: FixedFile,
): Promise<string> {
  const raw = await readFile(join(root, path), 'utf8').catch(() => undefined);
  const mark = raw?.startsWith(byteOrderMark) ? byteOrderMark : '';
  if (raw === mark + before) return mark;
  throw new CommandError(
    `${show(path)} has changed in the meantime, so nothing was written.`,
    'Run it again.',
  );
}

async function writeFixed(
  { root, show }: FixedProject['project'],
  { path, after }: FixedFile,
  mark: string,
): Promise<void> {
  await explainDiskError(show(path), writeFileAtomically(join(root, path), mark + after));
}

function describeRefused({ diagnostic, reason }: RefusedFix, { show }: Pick<Project, 'show'>): string {
  const { at, code } = diagnostic;
  return printable(`${show(at.file)}:${at.line}:${at.column} ${code} was left: ${reason}`);
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
