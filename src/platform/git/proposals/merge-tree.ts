import { decodeSource } from '../../files/decode-source.ts';
import { ProposalGitError, type ProposalRepository } from './repository.ts';

/** The tree of a merge, or the paths of the files that conflict, from the root. */
export type MergedTree = { readonly tree: string } | { readonly conflicts: readonly string[] };

/**
 * Merges a commit into another, and writes no commit. Rejects with a ProposalGitError if they have no history in common, or if git is too old to merge without a work tree.
 */
export async function mergeTree(
  repository: ProposalRepository,
  base: string,
  commit: string,
): Promise<MergedTree> {
  const words = ['merge-tree', '--write-tree', '--no-messages', '--name-only', '-z', base, commit];
  const { code, stdout } = await repository.run(words);
  const [tree = '', ...conflicts] = stdout.toString().split('\0');
  // With conflicts, it writes a tree too. Any other error may have the same code.
  const hasTree = /^[0-9a-f]{40,64}$/.test(tree.trim());
  if (code === 1 && hasTree) return { conflicts: conflicts.filter((path) => path !== '') };
  if (code === 0) return { tree: tree.trim() };
  const related = await repository.run(['merge-base', base, commit]);
  throw new ProposalGitError('unavailable', related.code === 1 ? unrelated : unmerged);
}

const unrelated =
  'The branch of the proposal has no commit in common with the declarations, so it cannot be merged: their history was replaced. Its author can propose the change again.';

const unmerged =
  'Git cannot merge the proposal. Those who run the gateway need git 2.38 or newer, and can run git fsck in the repository.';

/** The files that a tree changes, and their new texts, by path from the root; undefined for deleted files. */
export type ChangedTexts = ReadonlyMap<string, string | undefined>;

interface TextLimits {
  readonly files: number;
  /** For all files together. */
  readonly bytes: number;
}

/**
 * Reads the changed files of a tree. Returns `too_large` if there are more than the limits allow, and `unreadable` if
 * one of them is not a plain file with text.
 */
export async function readChangedTexts(
  repository: ProposalRepository,
  base: string,
  tree: string,
  limits: TextLimits,
): Promise<ChangedTexts | 'too_large' | 'unreadable'> {
  const changed = await listChanged(repository, base, tree);
  if (changed.length > limits.files) return 'too_large';
  const isPlain = ({ modes }: ChangedEntry) => modes.every((mode) => plainModes.has(mode));
  if (!changed.every(isPlain)) return 'unreadable';
  const written = changed.filter(({ modes: [, mode] }) => mode !== absent);
  if ((await sizeOf(repository, written)) > limits.bytes) return 'too_large';
  const texts = new Map<string, string | undefined>(changed.map(({ path }) => [path, undefined]));
  for (const { path, id } of written) {
    const { stdout } = await repository.run(['cat-file', 'blob', id]);
    const decoded = decodeSource(path, stdout);
    if (!decoded.ok) return 'unreadable';
    texts.set(path, decoded.text);
  }
  return texts;
}

/** Whether a tree has a symbolic link, through which a changed file may also be another file. */
export async function hasLinks(repository: ProposalRepository, tree: string): Promise<boolean> {
  const listed = await repository.read(['ls-tree', '-r', '-z', '--full-tree', tree]);
  return listed.split('\0').some((line) => line.startsWith('120000 '));
}

interface ChangedEntry {
  readonly path: string;
  /** The mode before and after. */
  readonly modes: readonly [string, string];
  /** The new content. */
  readonly id: string;
}

const absent = '000000';

const plainModes: ReadonlySet<string> = new Set(['100644', '100755', absent]);

async function listChanged(
  repository: ProposalRepository,
  base: string,
  tree: string,
): Promise<readonly ChangedEntry[]> {
  const listed = await repository.read(['diff-tree', '-r', '-z', '--raw', '--no-renames', base, tree]);
  // Each entry is `:100644 100644 ID ID M`, and then its path.
  const parts = listed.split('\0');
  return parts.flatMap((path, index) => {
    if (index % 2 === 0) return [];
    const [before = '', after = '', , id = ''] = (parts[index - 1] ?? '').slice(1).split(' ');
    return [{ path, modes: [before, after], id } as const];
  });
}

async function sizeOf(repository: ProposalRepository, entries: readonly ChangedEntry[]): Promise<number> {
  if (entries.length === 0) return 0;
  const input = `${entries.map(({ id }) => id).join('\n')}\n`;
  const sizes = await repository.read(['cat-file', '--batch-check=%(objectsize)'], { input });
  return sizes
    .trim()
    .split('\n')
    .reduce((sum, size) => sum + Number(size), 0);
}
