import { resolve } from 'node:path';
import { openGitSourceTree } from '#platform/git/git-source-tree.ts';
import { GitMissingError, runGit } from '#platform/git/run-git.ts';
import type { SourceTree } from '#source/source-tree.ts';
import { CommandError } from '../command-error.ts';
import type { Io } from '../io.ts';
import type { Project } from './project.ts';

/**
 * The staged files of a project, as a tree that the caller disposes of. Throws a CommandError if git cannot list the
 * staged files.
 */
export async function openStagedTree({ root }: Project, io: Io): Promise<SourceTree & AsyncDisposable> {
  return openGitSourceTree(root, await findStagedTree(root, io));
}

/**
 * The id of the staged tree. In a hook, git names the index that it is about to commit, which differs if only some
 * files are committed.
 */
async function findStagedTree(root: string, { cwd, env }: Io): Promise<string> {
  const ofHook = env['GIT_INDEX_FILE'];
  const written = await writeIndexTree(root, ofHook ? resolve(cwd, ofHook) : undefined).catch(explainMissing);
  if (written.ok) return written.tree;
  if (written.reason === 'no-work-tree') throw new CommandError(`${root} is not in a git working tree.`);
  if (written.reason === 'unmerged') {
    throw new CommandError('Some files are not merged yet.', 'Merge them, and stage them with `git add`.');
  }
  throw new CommandError(`git cannot list the staged files: ${written.complaint.trim().split('\n').at(-1)}.`);
}

function explainMissing(error: unknown): never {
  if (!(error instanceof GitMissingError)) throw error;
  throw new CommandError(
    'git is not installed, so the staged files cannot be read.',
    'Install git, and put it on the PATH.',
  );
}

/** The tree that git wrote from the index: its id, or git's error message. */
type IndexTree =
  | { readonly ok: true; readonly tree: string }
  | {
      readonly ok: false;
      readonly reason: 'unmerged' | 'no-work-tree' | 'other';
      readonly complaint: string;
    };

/**
 * Writes the tree that a commit would have now, from the index of the folder's repository, or from `indexFile`. Rejects
 * with a GitMissingError if git is not installed.
 */
async function writeIndexTree(folder: string, indexFile?: string): Promise<IndexTree> {
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
