import { runGit } from './run-git.ts';

/** What git made of the index: the id of a tree, or why there is none, in git's own words. */
type IndexTree =
  | { readonly ok: true; readonly tree: string }
  | {
      readonly ok: false;
      readonly reason: 'unmerged' | 'no-work-tree' | 'other';
      readonly complaint: string;
    };

/**
 * Writes the tree that a commit would have now, from the index of the repository of a folder, or from another index.
 * Rejects with a GitMissingError where there is no git.
 */
export async function writeIndexTree(folder: string, indexFile?: string): Promise<IndexTree> {
  const environment = indexFile === undefined ? {} : { GIT_INDEX_FILE: indexFile };
  const inside = await runGit(folder, ['rev-parse', '--is-inside-work-tree']);
  if (inside.stdout.toString().trim() !== 'true') {
    const [complaint = ''] = inside.stderr.split('\n');
    const isNone = inside.code === 0 || complaint.includes('not a git repository');
    return { ok: false, reason: isNone ? 'no-work-tree' : 'other', complaint };
  }
  const { code, stdout, stderr } = await runGit(folder, ['write-tree'], { environment });
  if (code === 0) return { ok: true, tree: stdout.toString().trim() };
  return { ok: false, reason: /: unmerged \(/.test(stderr) ? 'unmerged' : 'other', complaint: stderr };
}
