import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import { normalize } from 'node:path/posix';
import type { PacedFiles } from './paced-files.ts';
import { skippedFolders } from './source-files.ts';

/** A glob as its segments: `**` for any folders, a text for a name, and else an expression that names fit. */
type Pattern = readonly (string | RegExp)[];

/** A pattern, and the first of its segments that are still to be found. */
interface Step {
  readonly pattern: Pattern;
  readonly at: number;
}

/** What reads the patterns: undefined where one of them is not plain. */
export function readPlainGlobs(globs: readonly string[]): readonly Pattern[] | undefined {
  const patterns = globs.map(readPlainGlob);
  return patterns.every((pattern) => pattern !== undefined) ? patterns : undefined;
}

/** A glob of names, of `*` and of `**`, in which no folder is named after the first star; it ends with a name. */
function readPlainGlob(glob: string): Pattern | undefined {
  const path = normalize(glob);
  const segments = path.split('/');
  const isPlain = /^[\w .*/-]+$/.test(path) && segments.every((one) => !['', '.', '..'].includes(one));
  if (!isPlain || segments.at(-1) === '**' || segments.some((one) => one !== '**' && one.includes('**')))
    return undefined;
  const star = segments.findIndex((one) => one.includes('*'));
  const namesLater = star !== -1 && segments.slice(star, -1).some((one) => !one.includes('*'));
  return namesLater ? undefined : segments.map(readSegment);
}

function readSegment(segment: string): string | RegExp {
  if (segment === '**' || !segment.includes('*')) return segment;
  if (segment === '*') return /^[^.]/;
  const text = segment.replaceAll('.', String.raw`\.`).replaceAll('*', '.*');
  // What a star begins does not begin with a dot, as in a shell.
  return new RegExp(`^${segment.startsWith('*') ? String.raw`(?!\.)` : ''}${text}$`, 's');
}

/**
 * The files and links below a folder that fit some of the patterns, sorted. Links to folders are followed where the
 * pattern names them, and no folder that is skipped is looked into.
 */
export async function walkGlobs(
  root: string,
  patterns: readonly Pattern[],
  files: PacedFiles,
): Promise<readonly string[]> {
  const found: string[] = [];
  const visit = async (folder: string, steps: readonly Step[]): Promise<void> => {
    const entries = await readFolder(join(root, folder), files);
    const visits = entries.flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      const isFile = entry.isFile() || entry.isSymbolicLink();
      if (isFile && steps.some((step) => ends(step, entry.name))) found.push(path);
      const next = steps.flatMap((step) => follow(step, entry));
      return next.length === 0 ? [] : [visit(path, next)];
    });
    await Promise.all(visits);
  };
  const start = patterns.map((pattern) => ({ pattern, at: 0 }));
  await visit('', start);
  return found.toSorted();
}

/** A path that is not a folder, was just removed or is not readable has no files; other errors are thrown. */
const emptyCodes: readonly unknown[] = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP'];

async function readFolder(folder: string, files: PacedFiles): Promise<readonly Dirent[]> {
  try {
    const entries = await files.entries(folder);
    return entries.filter(({ name }) => !skippedFolders.has(name));
  } catch (error) {
    if (emptyCodes.includes((error as NodeJS.ErrnoException).code)) return [];
    throw error;
  }
}

/** Whether a name is the last that a pattern asks for. */
function ends({ pattern, at }: Step, name: string): boolean {
  const segment = pattern[at];
  if (segment === '**') return ends({ pattern, at: at + 1 }, name);
  return at === pattern.length - 1 && fits(segment, name);
}

/** What is to be found in a folder of a name. */
function follow(step: Step, entry: Dirent): readonly Step[] {
  const { pattern, at } = step;
  const segment = pattern[at];
  const next = { pattern, at: at + 1 };
  if (segment === '**') {
    const later = follow(next, entry);
    return entry.isDirectory() && !entry.name.startsWith('.') ? [step, ...later] : later;
  }
  if (at === pattern.length - 1 || !fits(segment, entry.name)) return [];
  const isFolder = entry.isDirectory() || (typeof segment === 'string' && entry.isSymbolicLink());
  return isFolder ? [next] : [];
}

function fits(segment: string | RegExp | undefined, name: string): boolean {
  return typeof segment === 'object' ? segment.test(name) : segment === name;
}
