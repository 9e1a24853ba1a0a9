import type { ProposalRepository } from './repository.ts';

/** A commit as a patch for `git am`. */
export function writePatch(repository: ProposalRepository, commit: string): Promise<string> {
  const options = [
    '--no-signature',
    '--no-attach',
    '--no-thread',
    '--no-cover-letter',
    '--no-signoff',
    '--binary',
  ];
  const plain = ['--no-color', '--no-ext-diff', '--no-textconv', '--no-renames', '--subject-prefix=PATCH'];
  return repository.read(['format-patch', '--stdout', ...options, ...plain, '-1', commit]);
}
