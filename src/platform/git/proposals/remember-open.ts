import type { ProposalRepository } from './repository.ts';

/** The refs of the proposals that the remote has now, by their names there. */
export const openRefs = 'refs/gatewright/open/';
/** The refs of all proposals that it has had, by their encoded names, so that none is a folder of another. */
export const seenRefs = 'refs/gatewright/seen/';

/** The age of a deleted branch's commit after which it is forgotten: 90 days, in milliseconds. */
const rememberedMs = 90 * 86_400_000;

/** A longer encoded name may not fit into the name of a file, and one such branch must not stop all proposals. */
const maxNameLength = 200;

/** Remembers all open proposals, since a branch that is deleted later is a proposal that was closed. */
export async function rememberOpen(repository: ProposalRepository, now: number): Promise<void> {
  const [open, seen] = await Promise.all([listTips(repository, openRefs), listTips(repository, seenRefs)]);
  const names = new Set(open.map(({ name }) => encodeURIComponent(name)));
  const recorded = open
    .map(({ name, commit }) => ({ name: encodeURIComponent(name), commit }))
    .filter(({ name }) => name.length <= maxNameLength);
  const old = seen.filter(({ name, at }) => !names.has(name) && !(at >= now - rememberedMs));
  const lines = [
    ...recorded.map(({ name, commit }) => `update ${seenRefs}${name} ${commit}\n`),
    ...old.map(({ name }) => `delete ${seenRefs}${name}\n`),
  ];
  await repository.read(['update-ref', '--stdin'], { input: lines.join('') });
}

interface Tip {
  readonly name: string;
  readonly commit: string;
  /** In milliseconds since 1970; NaN if it is not a commit. */
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
