import { access, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { watchFiles } from '#platform/files/watch-files.ts';
import { systemClock } from '#platform/system-clock.ts';
import {
  type BranchSource,
  type FetchedTableSource,
  type GatewayOptions,
  folderOf,
} from '../served/gateway-options.ts';
import { FetchedTable } from './fetched-table.ts';
import { type GitCheckout, openGitSource } from './git-source.ts';
import { keepPolling } from './keep-polling.ts';
import { LastChanges } from './last-changes.ts';
import { goodSourcesFile, lastGoodFile, readLastGood } from './saved/last-good.ts';
import { GoodSources } from './saved/good-sources.ts';
import { SavedState } from './saved/saved-state.ts';
import { SourceReader } from './read-source.ts';
import { RelevantFiles } from './relevant-files.ts';
import { FindingsFile } from './findings-file.ts';
import { failReading, type SourceReading } from './source-reading.ts';
import type { RemoteState } from '../served/loaded-table.ts';
import { TableReader } from './table-reader.ts';
import type { TableVerifier } from './table-verifier.ts';
import { type ReadingFollower, watchSource } from './watch-source.ts';

/** How long a start waits for a server if there is a last good table, in milliseconds. */
const quickLookMs = 30_000;

/** An opened source of a gateway. */
export interface OpenSource extends ReadingFollower {
  /** Reads the current content. */
  readonly read: () => Promise<SourceReading>;
  /** Checks for changes immediately, and causes the sources to be read again in any case. */
  readonly look: () => void;
  /** Call this when the content that was read last is served. */
  readonly accept: () => void;
  /** The state of a remote source; absent if the source is on this machine. */
  readonly remote?: () => RemoteState;
  /** When an API version last changed; absent if the source is not a branch of a repository. */
  readonly findLastChange?: LastChanges['find'];
}

/**
 * Opens the source of the options. Tables are verified if there is a verifier. Calls `changed` whenever the content may
 * have changed, until `opened` is disposed.
 */
export async function openSource(
  options: GatewayOptions,
  verifier: TableVerifier | undefined,
  changed: () => void,
  opened: AsyncDisposableStack,
): Promise<OpenSource> {
  const { source, deployment } = options;
  if (source.kind === 'fetched-table') return openFetched(source, options, verifier, changed, opened);
  const savedState = opened.adopt(openSavedState(options), (state) => state.close());
  const reader = new SourceReader(deployment, findingsFile(options), verifier, savedState);
  const accept = () => reader.accept();
  if (source.kind === 'git') return openBranch(source, options, reader, changed, opened);
  return { ...(await watchSource(source, options, reader, changed, opened)), accept };
}

/** Opens the saved state of sources, which replaces parts that are held back. Compiled tables do not use it. */
function openSavedState(options: GatewayOptions): SavedState {
  const warn = (message: string) => options.report({ type: 'warning', message });
  const readTable = () => readLastGood(lastGoodFile(options), options.deployment);
  return new SavedState(new GoodSources(goodSourcesFile(options), warn), readTable, systemClock);
}

function findingsFile({ stateFolder, engine }: GatewayOptions): FindingsFile | undefined {
  return engine === undefined ? undefined : new FindingsFile(join(stateFolder, 'findings.json'), engine);
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
  const look = await keepPolling(git, () => source.pollMs, changed, opened);
  const read = async () =>
    (await git.use((checkout) => readCheckout(checkout, source, reader))) ??
    failReading(git.state.failure ?? 'Nothing is checked out.');
  const below = dirname(source.configFile);
  const changes = new LastChanges({ history: git.history, below, clock: systemClock, warn });
  const followOwn = followSecrets(source, changed, opened);
  return {
    follow: (reading) => {
      followOwn(reading);
      changes.follow(reading);
    },
    look,
    read,
    accept: () => {
      reader.accept();
      changes.accept();
    },
    remote: () => git.state,
    findLastChange: (api) => changes.find(api),
  };
}

async function openFetched(
  source: FetchedTableSource,
  options: GatewayOptions,
  verifier: TableVerifier | undefined,
  changed: () => void,
  opened: AsyncDisposableStack,
): Promise<OpenSource> {
  const { address, pollMs, verification } = source;
  const reader = new TableReader(options.deployment, verifier);
  const warn = (message: string) => options.report({ type: 'warning', message });
  const polling = { address, pollMs, ...(await limitFirstLook(options)) };
  const table = new FetchedTable({ ...polling, reader, verifier, clock: systemClock, warn });
  const look = await keepPolling(table, table.pauseMs, changed, opened);
  // Fetch the table again: new keys may not verify a table that the old keys did, and vice versa.
  const keys = opened.use(watchFiles(() => (table.forget(), look())));
  keys.follow(verification ? [verification.keyFile] : []);
  const read = async () => table.reading;
  const follow = followSecrets(source, changed, opened);
  return { follow, look, read, accept: () => undefined, remote: () => table.state };
}

/**
 * Limits the first check if there is a last good table to start with, so that a slow server does not delay the start.
 */
async function limitFirstLook(options: GatewayOptions): Promise<{ readonly firstLookMs?: number }> {
  const isSaved = await access(lastGoodFile(options)).then(
    () => true,
    () => false,
  );
  return isSaved ? { firstLookMs: quickLookMs } : {};
}

/** Watches the secret files that the last reading refers to, which are always on this machine. */
function followSecrets(
  source: BranchSource | FetchedTableSource,
  changed: () => void,
  opened: AsyncDisposableStack,
): OpenSource['follow'] {
  const relevant = new RelevantFiles(folderOf(source));
  const secrets = opened.use(watchFiles(changed));
  return (reading) => {
    relevant.follow(reading);
    secrets.follow(relevant.secretFiles());
  };
}

/** Reads the content of a commit. If it is invalid, the message names the commit. */
async function readCheckout(
  checkout: GitCheckout,
  source: BranchSource,
  reader: SourceReader,
): Promise<SourceReading> {
  const name = `Commit ${checkout.commit} of ${source.remote.branch}`;
  const root = await findRoot(checkout, source.configFile);
  if (root === undefined)
    return failReading(
      `${name} has no file ${source.configFile} of its own: set the path of its configuration with --config.`,
    );
  const local = { kind: 'folder', root, configFile: basename(source.configFile) } as const;
  const reading = await reader.read(local, 'all');
  const { commit, committedAt } = checkout;
  if (reading.ok) return { ...reading, commit, committedAt };
  const message = `${name} cannot be served. ${reading.failure.message}`;
  return { ok: false, failure: { ...reading.failure, message } };
}

/** The folder of the configuration; undefined if it does not exist or a symbolic link leads out of the checkout. */
async function findRoot({ folder }: GitCheckout, configFile: string): Promise<string | undefined> {
  const root = await realpath(join(folder, dirname(configFile))).catch(() => undefined);
  const inside = root === undefined ? '..' : relative(await realpath(folder), root);
  return isAbsolute(inside) || inside.split(sep)[0] === '..' ? undefined : root;
}
