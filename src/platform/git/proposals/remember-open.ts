import type { ProposalRepository } from './repository.ts';

/** The prefix of the refs for the proposals that are now on the remote, followed by their names there. */
export const openRefs = 'refs/gatewright/open/';
/**
 * The prefix of the refs for all proposals that were ever on the remote, followed by their encoded names. Encoded, no
 * name is a folder of another.
 */
export const seenRefs = 'refs/gatewright/seen/';

/** The age of a deleted branch's commit after which it is forgotten: 90 days, in milliseconds. */
const rememberedMs = 90 * 86_400_000;

/** So many new refs are packed at once. */
const manyRefs = 500;

/** The longest encoded name. A longer one may not fit into a file name, and must not make all proposals fail. */
const maxNameLength = 200;

/**
 * Records all open proposals: one whose branch is deleted later counts as closed. Forgets those that were closed long
 * ago.
 */
export async function rememberOpen(repository: ProposalRepository, now: number): Promise<void> {
  const [open, seen] = await Promise.all([listTips(repository, openRefs), listTips(repository, seenRefs)]);
  const names = new Set(open.map(({ name }) => encodeURIComponent(name)));
  const known = new Map(seen.map(({ name, commit }) => [name, commit]));
  const recorded = open
    .map(({ name, commit }) => ({ name: encodeURIComponent(name), commit }))
    .filter(({ name, commit }) => name.length <= maxNameLength && known.get(name) !== commit);
  const old = seen.filter(({ name, at }) => !names.has(name) && !(at >= now - rememberedMs));
  const lines = [
    ...recorded.map(({ name, commit }) => `update ${seenRefs}${name} ${commit}\n`),
    ...old.map(({ name }) => `delete ${seenRefs}${name}\n`),
  ];
  if (lines.length === 0) return;
  await repository.read(['update-ref', '--stdin'], { input: lines.join('') });
  if (lines.length >= manyRefs) await packRefs(repository);
}

/** Puts all refs into one file: git opens a file for each of the others whenever it lists them. */
export async function packRefs(repository: ProposalRepository): Promise<void> {
  await repository.read(['pack-refs', '--all']);
}

interface Tip {
  readonly name: string;
  readonly commit: string;
  /** The time of the commit, in milliseconds since 1970; NaN if the object is not a commit. */
  readonly at: number;
}

async function listTips(repository: ProposalRepository, prefix: string): Promise<readonly Tip[]> {
  const format = '--format=%(objectname) %(committerdate:unix) %(refname)';
  const lines = (await repository.read(['for-each-ref', format, prefix])).split('\n');
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const [commit = '', seconds = '', ...name] = line.split(' ');
      return {
        name: name.join(' ').slice(prefix.length),
        commit,
        at: seconds === '' ? Number.NaN : Number(seconds) * 1000,
      };
    });
}
