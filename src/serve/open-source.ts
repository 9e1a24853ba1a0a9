import { realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { FindingsFile } from '../platform/findings-file.ts';
import { systemClock } from '../platform/system-clock.ts';
import { watchFiles } from '../platform/watch-files.ts';
import { coalesce } from './coalesce.ts';
import type { BranchSource, GatewayOptions } from './gateway-options.ts';
import { openGitSource, type GitCheckout, type GitSource, type GitSourceState } from './git-source.ts';
import { folderOf, SourceReader, type SourceReading } from './read-source.ts';
import { RelevantFiles } from './relevant-files.ts';
import { watchSource, type ReadingFollower } from './watch-source.ts';

/** What a gateway is run from. */
export interface OpenSource extends ReadingFollower {
  /** What it says now. */
  readonly read: () => Promise<SourceReading>;
  /** Looks for changes at once, and has what it says read again in any case. */
  readonly look: () => void;
  /** Absent where it is no branch of a repository. */
  readonly branch?: () => GitSourceState;
}

/** Opens what the options name; `changed` is called whenever it may say something else, until `opened` is disposed of. */
export async function openSource(
  options: GatewayOptions,
  changed: () => void,
  opened: AsyncDisposableStack,
): Promise<OpenSource> {
  const { source, deployment } = options;
  const reader = new SourceReader(deployment, await openFindings(options));
  if (source.kind === 'git') return openBranch(source, options, reader, changed, opened);
  return watchSource(source, options, reader, changed, opened);
}

async function openFindings({ stateFolder, engine }: GatewayOptions): Promise<FindingsFile | undefined> {
  return engine === undefined ? undefined : FindingsFile.open(join(stateFolder, 'findings.json'), engine);
}

async function openBranch(
  source: BranchSource,
  { stateFolder, report }: GatewayOptions,
  reader: SourceReader,
  changed: () => void,
  opened: AsyncDisposableStack,
): Promise<OpenSource> {
  const { remote } = source;
  const warn = (message: string) => report({ type: 'warning', message });
  const git = await openGitSource({ remote, stateFolder, clock: systemClock, warn }, opened);
  const look = keepLooking(git, source.pollMs, changed, opened);
  await git.look();
  const relevant = new RelevantFiles(folderOf(source));
  const secrets = opened.use(watchFiles(changed));
  const follow = (reading: SourceReading) => {
    relevant.follow(reading);
    secrets.follow(relevant.secretFiles());
  };
  const read = async () =>
    (await git.use((checkout) => readCheckout(checkout, source, reader))) ??
    fail(git.state.failure ?? 'Nothing is checked out.');
  return { follow, look, read, branch: () => git.state };
}

function keepLooking(
  git: GitSource,
  pollMs: number,
  changed: () => void,
  opened: AsyncDisposableStack,
): () => void {
  let isAsked = false;
  const looks = coalesce(async () => {
    const wasAsked = isAsked;
    isAsked = false;
    if ((await git.look()) || wasAsked) changed();
  });
  const timer = setInterval(looks.trigger, pollMs);
  opened.defer(async () => {
    clearInterval(timer);
    git.stop();
    await looks.stop();
  });
  return () => {
    isAsked = true;
    looks.trigger();
  };
}

/** What a commit says; where it says nothing good, the message names it. */
async function readCheckout(
  checkout: GitCheckout,
  source: BranchSource,
  reader: SourceReader,
): Promise<SourceReading> {
  const name = `Commit ${checkout.commit} of ${source.remote.branch}`;
  const root = await findRoot(checkout, source.configFile);
  if (root === undefined) return fail(`${name} has no folder ${dirname(source.configFile)} of its own.`);
  const local = { kind: 'folder', root, configFile: basename(source.configFile) } as const;
  const reading = await reader.read(local, 'all');
  if (reading.ok) return { ...reading, commit: checkout.commit };
  const message = `${name} cannot be served. ${reading.failure.message}`;
  return { ok: false, failure: { ...reading.failure, message } };
}

/** The folder of the configuration, which a link may not lead out of the checkout. */
async function findRoot({ folder }: GitCheckout, configFile: string): Promise<string | undefined> {
  const root = await realpath(join(folder, dirname(configFile))).catch(() => undefined);
  const inside = root === undefined ? '..' : relative(await realpath(folder), root);
  return isAbsolute(inside) || inside.split(sep)[0] === '..' ? undefined : root;
}

function fail(message: string): SourceReading {
  return { ok: false, failure: { message, diagnostics: [] } };
}
