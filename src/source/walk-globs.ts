import { matchesGlob, normalize } from 'node:path/posix';
import { skippedNames } from './fits-glob.ts';

/** An entry of a folder; sockets and similar entries are `other`. */
export interface FolderEntry {
  readonly name: string;
  readonly type: 'file' | 'folder' | 'link' | 'other';
}

/** The entries of a folder, by its path below the root. Follows links in the path. Empty if it is not a folder. */
export type ReadFolder = (folder: string) => readonly FolderEntry[] | Promise<readonly FolderEntry[]>;

/** A segment of a glob: `**` for any folders, a text for an exact name, or a function that tests names. */
type Segment = string | ((name: string) => boolean);

/** A glob without alternatives, and the index of its first segment that has not been found yet. */
interface Step {
  readonly segments: readonly Segment[];
  readonly at: number;
}

/**
 * The files and links that fit some of the globs, as `fitsGlob` decides, each once and sorted. Links to folders are
 * followed where a glob spells their names.
 */
export async function walkGlobs(
  globs: readonly string[],
  readFolder: ReadFolder,
): Promise<readonly string[]> {
  const found: string[] = [];
  const visit = async (folder: string, steps: readonly Step[]): Promise<void> => {
    const visits: Promise<void>[] = [];
    for (const entry of await readFolder(folder)) {
      if (skippedNames.has(entry.name)) continue;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      const isFile = entry.type === 'file' || entry.type === 'link';
      if (isFile && steps.some((step) => ends(step, entry.name))) found.push(path);
      const next = entry.type === 'file' ? [] : steps.flatMap((step) => follow(step, entry));
      if (next.length > 0) visits.push(visit(path, next));
    }
    await Promise.all(visits);
  };
  await visit('', globs.flatMap(readGlob));
  return found.toSorted();
}

/** One step for each alternative of a glob. */
function readGlob(glob: string): readonly Step[] {
  return expandAlternatives(normalize(glob)).map((one) => ({ segments: readSegments(one), at: 0 }));
}

/** Expands `{a,b}/c` to `a/c` and `b/c`, since braces may contain several segments. */
function expandAlternatives(glob: string): readonly string[] {
  const match = /\{([^{}]*,[^{}]*)\}/.exec(glob);
  if (!match) return [glob];
  const [braces, choices = ''] = match;
  const [before, after] = [glob.slice(0, match.index), glob.slice(match.index + braces.length)];
  return choices.split(',').flatMap((choice) => expandAlternatives(`${before}${choice}${after}`));
}

/** The segments of a glob. A backslash separates segments too, as it does for `matchesGlob`. */
function readSegments(glob: string): readonly Segment[] {
  const segments = normalize(glob.replaceAll('\\', '/')).split('/');
  return segments.filter((one, index) => one !== '**' || segments[index - 1] !== '**').map(readSegment);
}

function readSegment(segment: string): Segment {
  if (segment === '**' || !/[*?[\]{}()]/.test(segment)) return segment;
  return /^[\w .*-]+$/.test(segment) ? readStars(segment) : (name) => matchesGlob(name, segment);
}

/**
 * A test for names with stars. Fast path: most globs contain nothing else, and loading Node's matcher takes longer than
 * walking a folder.
 */
function readStars(segment: string): (name: string) => boolean {
  const text = segment.replaceAll('.', String.raw`\.`).replaceAll(/\*+/g, '.*');
  // A star at the start of a name does not match a dot, as in a shell. A single star matches at least one character.
  const start = segment.startsWith('*') ? String.raw`(?!\.)(?=.)` : '';
  const expression = new RegExp(`^${start}${text}$`, 's');
  return (name) => expression.test(name);
}

/** Whether a glob can end with a name. */
function ends({ segments, at }: Step, name: string): boolean {
  if (at === segments.length - 1) return fits(segments[at], name);
  return segments[at] === '**' && ends({ segments, at: at + 1 }, name);
}

/** The steps of a glob inside the folder `entry`; empty if it matches nothing there. */
function follow(step: Step, entry: FolderEntry): readonly Step[] {
  const { segments, at } = step;
  const segment = segments[at];
  const next = { segments, at: at + 1 };
  if (segment === '**') {
    const later = at === segments.length - 1 ? [] : follow(next, entry);
    return entry.type === 'folder' && fits(segment, entry.name) ? [step, ...later] : later;
  }
  if (at === segments.length - 1 || !fits(segment, entry.name)) return [];
  const isFollowed = entry.type === 'folder' || (entry.type === 'link' && typeof segment === 'string');
  return isFollowed ? [next] : [];
}

function fits(segment: Segment | undefined, name: string): boolean {
  if (segment === '**') return !name.startsWith('.');
  return typeof segment === 'function' ? segment(name) : segment === name;
}
