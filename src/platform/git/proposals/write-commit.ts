import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cleanName } from '#compiled/names/clean-name.ts';
import { ProposalGitError, type ProposalRepository } from './repository.ts';

/** A file of a commit, by its path from the root of the repository; without a text it is deleted. */
export interface CommittedFile {
  readonly path: string;
  readonly text: string | undefined;
}

export interface Signatory {
  readonly name: string;
  readonly email: string;
}

export interface CommitDraft {
  /** The first is the commit that a merge is made on. */
  readonly parents: readonly [string, ...string[]];
  /** The tree that `writeTree` has returned. */
  readonly tree: string;
  readonly message: string;
  readonly author: Signatory;
  readonly committer: Signatory;
  /** In milliseconds since 1970. */
  readonly at: number;
  /** A private key of OpenSSH. */
  readonly signingKey?: string;
}

/**
 * Writes the tree of a commit with some files replaced, in a temporary index, and returns the id of the new tree. Files
 * keep their modes and byte order marks. Rejects with a ProposalGitError if a path is not a plain file.
 */
export async function writeTree(
  repository: ProposalRepository,
  commit: string,
  files: readonly CommittedFile[],
): Promise<string> {
  const index = join(repository.scratchFolder, `index.${randomBytes(8).toString('hex')}`);
  const environment = { GIT_INDEX_FILE: index };
  try {
    await repository.read(['read-tree', commit], { environment });
    const entries = await Promise.all(files.map((file) => makeEntry(repository, commit, file)));
    const input = entries.map((entry) => `${entry}\0`).join('');
    await repository.read(['update-index', '-z', '--index-info'], { environment, input });
    return (await repository.read(['write-tree'], { environment })).trim();
  } finally {
    await rm(index, { force: true });
    await rm(`${index}.lock`, { force: true });
  }
}

/** A line for `git update-index --index-info`; mode 0 deletes the file. */
async function makeEntry(
  repository: ProposalRepository,
  commit: string,
  { path, text }: CommittedFile,
): Promise<string> {
  if (!isPlainPath(path)) throw new ProposalGitError('unavailable', 'A path cannot be written.');
  const present = await findEntry(repository, commit, path);
  if (present && !['100644', '100755'].includes(present.mode))
    throw new ProposalGitError('unavailable', `${path} is not a plain file, so it must be edited by hand.`);
  if (text === undefined) return `0 ${'0'.repeat(commit.length)}\t${path}`;
  const mark = present && (await beginsWithMark(repository, present.id)) ? '\uFEFF' : '';
  const words = ['hash-object', '-w', '--no-filters', '--stdin'];
  const id = (await repository.read(words, { input: mark + text })).trim();
  return `${present?.mode ?? '100644'} ${id}\t${path}`;
}

function isPlainPath(path: string): boolean {
  const segments = path.split('/');
  return (
    !/[\p{Cc}\\]/u.test(path) &&
    segments.every((segment) => segment !== '' && !/^\.{1,2}$/.test(segment) && !/^\.git$/i.test(segment))
  );
}

async function findEntry(repository: ProposalRepository, commit: string, path: string) {
  const listed = await repository.read(['ls-tree', '-z', '--full-tree', commit, '--', path]);
  const [, mode = '', id = ''] = /^(\d+) \S+ ([0-9a-f]+)\t/.exec(listed) ?? [];
  return mode === '' ? undefined : { mode, id };
}

async function beginsWithMark(repository: ProposalRepository, id: string): Promise<boolean> {
  const { stdout } = await repository.run(['cat-file', 'blob', id]);
  return stdout.subarray(0, 3).equals(Buffer.from('\uFEFF'));
}

/** Writes a commit that no branch refers to yet, and returns its id. */
export async function writeCommit(repository: ProposalRepository, draft: CommitDraft): Promise<string> {
  const { parents, tree, message, author, committer, at, signingKey } = draft;
  const date = `${Math.floor(at / 1000)} +0000`;
  const environment = {
    GIT_AUTHOR_NAME: cleanName(author.name),
    GIT_AUTHOR_EMAIL: cleanName(author.email),
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: cleanName(committer.name),
    GIT_COMMITTER_EMAIL: cleanName(committer.email),
    GIT_COMMITTER_DATE: date,
  };
  const words = ['-c', 'i18n.commitEncoding=UTF-8'];
  const commit = (more: readonly string[], sign: readonly string[]) =>
    repository.read(
      [
        ...words,
        ...more,
        'commit-tree',
        tree,
        ...parents.flatMap((parent) => ['-p', parent]),
        ...sign,
        '-F',
        '-',
      ],
      { environment, input: message },
    );
  if (signingKey === undefined) return (await commit([], [])).trim();
  const file = join(repository.scratchFolder, `key.${randomBytes(8).toString('hex')}`);
  try {
    await writeFile(file, signingKey.endsWith('\n') ? signingKey : `${signingKey}\n`, { mode: 0o600 });
    return (await commit(['-c', 'gpg.format=ssh', '-c', `user.signingKey=${file}`], ['-S'])).trim();
  } catch (error) {
    if (error instanceof ProposalGitError) throw error;
    throw new ProposalGitError('unavailable', 'The commit cannot be signed with the declared key.');
  } finally {
    await rm(file, { force: true });
  }
}
