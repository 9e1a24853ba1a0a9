import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProposalRepository } from './repository.ts';

/**
 * A hunk of a patch. Each line begins with its mark, and includes the note of git if it does not end with a line break.
 */
interface Hunk {
  readonly oldStart: number;
  readonly newStart: number;
  readonly lines: readonly string[];
}

/**
 * A commit as a patch for `git am`. Context lines from other YAML documents of a file are omitted if git can apply the
 * patch without them.
 */
export async function writePatch(repository: ProposalRepository, commit: string): Promise<string> {
  const options = [
    '--no-signature',
    '--no-attach',
    '--no-thread',
    '--no-cover-letter',
    '--no-signoff',
    '--binary',
  ];
  const plain = ['--no-color', '--no-ext-diff', '--no-textconv', '--no-renames', '--subject-prefix=PATCH'];
  const words = ['format-patch', '--stdout', '--unified=3', ...options, ...plain, '-1', commit];
  const patch = await repository.read(words);
  const cropped = cropContext(patch);
  return (await makesCommit(repository, commit, cropped)) ? cropped : patch;
}

/** Whether a patch, applied to the parent of a commit, produces the tree of that commit. */
async function makesCommit(repository: ProposalRepository, commit: string, patch: string): Promise<boolean> {
  const index = join(repository.scratchFolder, `index.${randomBytes(8).toString('hex')}`);
  const environment = { GIT_INDEX_FILE: index };
  try {
    await repository.read(['read-tree', `${commit}^`], { environment });
    const applied = await repository.run(['apply', '--cached', '-'], { environment, input: patch });
    if (applied.code !== 0) return false;
    const made = await repository.read(['write-tree'], { environment });
    return made === (await repository.read(['rev-parse', `${commit}^{tree}`]));
  } finally {
    await rm(index, { force: true });
  }
}

/**
 * Removes context lines from a patch that belong to other YAML documents than the changed lines, and the text after
 * `@@`, which may belong to another document too.
 */
function cropContext(patch: string): string {
  const [head = '', ...files] = patch.split(/^(?=diff --git )/m);
  return [head, ...files.map(cropFile)].join('');
}

function cropFile(file: string): string {
  const [head = '', ...hunks] = file.split(/^(?=@@ -)/m);
  return [head, ...hunks.map((hunk) => renderHunk(cropHunk(readHunk(hunk))))].join('');
}

/** Splits a hunk into its lines and the `rest`, which is the end of the patch after its last hunk. */
function readHunk(text: string): Hunk & { readonly rest: string } {
  const [header = '', ...lines] = text.split(/(?<=\n)(?!\\)/);
  const [, oldStart, newStart] = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(header) ?? [];
  const end = lines.findIndex((line) => !/^[ +-]/.test(line));
  const count = end === -1 ? lines.length : end;
  return {
    oldStart: Number(oldStart),
    newStart: Number(newStart),
    lines: lines.slice(0, count),
    rest: lines.slice(count).join(''),
  };
}

function cropHunk<Cropped extends Hunk>(hunk: Cropped): Cropped {
  const { oldStart, newStart } = hunk;
  const lines = slideToDocument(hunk.lines);
  const first = lines.findIndex(isChange);
  const last = lines.findLastIndex(isChange);
  const before = linesBefore(lines.slice(0, first), lines[first] ?? '');
  const after = linesAfter(lines.slice(last + 1), lines[last] ?? '');
  const cut = first - before.length;
  const trimmed = [...before, ...lines.slice(first, last + 1), ...after];
  return { ...hunk, oldStart: oldStart + cut, newStart: newStart + cut, lines: trimmed };
}

/**
 * Moves a change up to the beginning of a document. If documents begin with the same lines, git may show one as removed
 * from its second line to the first line of the next, which is the same change.
 */
function slideToDocument(lines: readonly string[]): readonly string[] {
  let [first, last] = [lines.findIndex(isChange), lines.findLastIndex(isChange)];
  const [mark = ''] = lines[first] ?? '';
  if (!lines.slice(first, last + 1).every((line) => line.startsWith(mark))) return lines;
  const slid = [...lines];
  while (!startsDocument(slid[first] ?? '') && slid[first - 1]?.slice(1) === slid[last]?.slice(1)) {
    slid[last] = ` ${slid[last]?.slice(1)}`;
    slid[first - 1] = `${mark}${slid[first - 1]?.slice(1)}`;
    [first, last] = [first - 1, last - 1];
  }
  return [first, last].some((at) => startsDocument(slid[at] ?? '')) ? slid : lines;
}

function linesBefore(before: readonly string[], change: string): readonly string[] {
  if (startsDocument(change)) return [];
  return before.slice(Math.max(0, before.findLastIndex(startsDocument)));
}

/**
 * The context after a change, up to the first line of the next document. Without any line, git would take the hunk for
 * one at the end of the file.
 */
function linesAfter(after: readonly string[], change: string): readonly string[] {
  const end = startsDocument(change) ? 0 : after.findIndex(startsDocument);
  return end === -1 ? after : after.slice(0, end + 1);
}

function isChange(line: string): boolean {
  return /^[+-]/.test(line);
}

function startsDocument(line: string): boolean {
  return /^.---(\s|$)/.test(line);
}

function renderHunk({ oldStart, newStart, lines, rest }: Hunk & { readonly rest: string }): string {
  const range = (start: number, mark: string) => {
    const count = lines.filter((line) => line[0] === ' ' || line[0] === mark).length;
    // An empty range has the number of the line before it.
    return `${count === 0 && start > 0 ? start - 1 : start},${count}`;
  };
  return `@@ -${range(oldStart, '-')} +${range(newStart, '+')} @@\n${lines.join('')}${rest}`;
}
