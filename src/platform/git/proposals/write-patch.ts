import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cropContext } from './crop-context.ts';
import type { ProposalRepository } from './repository.ts';

/** A commit as a patch for `git am`; lines of other documents of its files are left out where git can do without. */
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

/** Whether a patch, applied to the parent of a commit, makes its tree. */
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
