import type { ProposalRepository } from './repository.ts';

/** The prefix of the refs for the proposals that are now on the remote, followed by their names there. */
export const openRefs = 'refs/gatewright/open/';
/**
 * The prefix of the refs for all proposals that were ever on the remote, followed by their encoded names. Encoded, no
 * name is a folder of another.
 */
export const seenRefs = 'refs/gatewright/seen/';
/**
 * The prefix of the refs that record declined proposals, followed by the ids of their commits. They have the same names on
 * the remote, where all gateways find them.
 */
export const declinedRefs = 'refs/gatewright/declined/';

/** The commits of the refs with a prefix, by what follows it. */
export async function readRefs(
  repository: ProposalRepository,
  prefix: string,
  options: readonly string[] = [],
): Promise<ReadonlyMap<string, string>> {
  const words = ['for-each-ref', '--format=%(objectname) %(refname)', ...options, prefix];
  const lines = (await repository.read(words)).split('\n').filter((line) => line !== '');
  return new Map(
    lines.map((line) => {
      const end = line.indexOf(' ');
      return [line.slice(end + 1 + prefix.length), line.slice(0, end)] as const;
    }),
  );
}
