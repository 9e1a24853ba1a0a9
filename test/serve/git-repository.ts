import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { commitAll, git, makeRepository } from '../platform/git-in-test.ts';
import { makeTestFolder, type AtEnd } from '../platform/in-folder.ts';

/** A bare repository, and a working copy, in its own folder if none is given, that pushes into it. */
export async function makeOrigin(given?: string, atEnd?: AtEnd) {
  const folder = await makeTestFolder(atEnd);
  const bare = join(folder, 'origin.git');
  const work = given ?? join(folder, 'work');
  await mkdir(work, { recursive: true });
  await git(folder, 'init', '--quiet', '--bare', '--initial-branch=main', bare);
  await makeRepository(work);
  /** Writes files, removes undefined ones, commits all and pushes it to a branch by force. */
  const push = async (files: Readonly<Record<string, string | undefined>>, branch = 'main') => {
    for (const [file, text] of Object.entries(files)) {
      await mkdir(dirname(join(work, file)), { recursive: true });
      await (text === undefined
        ? rm(join(work, file), { recursive: true })
        : writeFile(join(work, file), text));
    }
    const commit = await commitAll(work);
    await git(work, 'push', '--quiet', '--force', bare, `HEAD:refs/heads/${branch}`);
    return commit;
  };
  return { folder, bare, work, push };
}
