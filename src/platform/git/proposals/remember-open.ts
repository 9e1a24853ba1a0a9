import { openRefs, readRefs, seenRefs } from './read-refs.ts';
import type { ProposalRepository } from './repository.ts';

/** The age of a deleted branch's commit after which it is forgotten: 90 days, in milliseconds. */
const rememberedMs = 90 * 86_400_000;

/** So many new refs are packed at once. */
const manyRefs = 500;

/** The longest encoded name. A longer one may not fit into a file name, and must not make all proposals fail. */
const maxNameLength = 200;

/** The commits of proposals by the names in their refs: as on the remote in `open`, encoded in `seen`. */
export interface RememberedRefs {
  readonly open: ReadonlyMap<string, string>;
  readonly seen: ReadonlyMap<string, string>;
}

/**
 * Records all open proposals: one whose branch is deleted later counts as closed. Forgets those that were closed long
 * ago. Returns all that are known afterwards.
 */
export async function rememberOpen(repository: ProposalRepository, now: number): Promise<RememberedRefs> {
  const [open, seen] = await Promise.all([readRefs(repository, openRefs), readRefs(repository, seenRefs)]);
  const encoded = new Map([...open].map(([name, commit]) => [encodeURIComponent(name), commit]));
  const recorded = [...encoded].filter(
    ([name, commit]) => name.length <= maxNameLength && seen.get(name) !== commit,
  );
  const isAnyClosed = [...seen.keys()].some((name) => !encoded.has(name));
  const old = isAnyClosed ? await listOld(repository, now - rememberedMs) : [];
  const forgotten = old.filter((name) => !encoded.has(name));
  const lines = [
    ...recorded.map(([name, commit]) => `update ${seenRefs}${name} ${commit}\n`),
    ...forgotten.map((name) => `delete ${seenRefs}${name}\n`),
  ];
  if (lines.length === 0) return { open, seen };
  await repository.read(['update-ref', '--stdin'], { input: lines.join('') });
  if (lines.length >= manyRefs) await packRefs(repository);
  const known = new Map([...seen, ...recorded]);
  for (const name of forgotten) known.delete(name);
  // In the order in which git lists them.
  return { open, seen: new Map([...known].toSorted(([one], [other]) => (one < other ? -1 : 1))) };
}

/** Puts all refs into one file: git opens a file for each of the others whenever it lists them. */
export async function packRefs(repository: ProposalRepository): Promise<void> {
  await repository.read(['pack-refs', '--all']);
}

/**
 * The encoded names of the proposals whose commits are older than a time in milliseconds since 1970, or are not commits. Git
 * opens each commit for it.
 */
async function listOld(repository: ProposalRepository, beforeMs: number): Promise<readonly string[]> {
  const format = '--format=%(committerdate:unix) %(refname)';
  const lines = (await repository.read(['for-each-ref', format, seenRefs])).split('\n');
  return lines.flatMap((line) => {
    const end = line.indexOf(' ');
    const seconds = line.slice(0, end);
    const isRecent = seconds !== '' && Number(seconds) * 1000 >= beforeMs;
    return line === '' || isRecent ? [] : [line.slice(end + 1 + seenRefs.length)];
  });
}
