import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sweep } from '../untrusted-repository.ts';
import { packRefs } from './remember-open.ts';
import type { ProposalRepository } from './repository.ts';

/**
 * Packs the refs of a repository, and its objects if there are many, and removes objects that no ref needs. No other git process may
 * use the repository meanwhile. Rejects if git fails.
 */
export async function tidyRepository(repository: ProposalRepository): Promise<void> {
  await removeLocks(repository.gitFolder);
  await sweep(join(repository.gitFolder, 'objects', 'pack'));
  await repository.read(['gc', '--auto', '--quiet']);
  await packRefs(repository);
}

/**
 * Removes the locks of a git process that was killed, which would block later ones forever. No git process may use the
 * repository meanwhile.
 */
export async function removeLocks(gitFolder: string): Promise<void> {
  const refs = await readdir(join(gitFolder, 'refs'), { recursive: true });
  const files = [...(await readdir(gitFolder)), ...refs.map((name) => join('refs', name))];
  for (const file of files)
    if (file.endsWith('.lock') || file === 'gc.pid') await rm(join(gitFolder, file), { force: true });
}
