import { createHash, randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { ProposalSettings } from '#compiled/settings/store-settings.ts';
import { parseGitRemote, withCredentials, type GitRemote } from '#platform/git/git-remote.ts';
import type { FetchedState } from '#platform/git/proposals/fetch-refs.ts';
import { RemoteCopy } from '#platform/git/proposals/remote-copy.ts';
import {
  makeRepository,
  ProposalGitError,
  type RepositoryPlace,
  useRepository,
} from '#platform/git/proposals/repository.ts';
import { removeLocks, tidyRepository } from '#platform/git/proposals/tidy-repository.ts';
import { runGit } from '#platform/git/run-git.ts';
import type { Clock } from '#runtime/ports/clock.ts';
import type { ResolveSecret } from '#runtime/ports/secrets.ts';
import type { GatewaySource } from '../served/gateway-options.ts';
import { lockFirstFree } from '../services/lock-state-folder.ts';

/** The timeouts of remote operations, in milliseconds. */
export interface RemoteTimeouts {
  readonly fetchMs: number;
  readonly pushMs: number;
}

export interface TargetOptions {
  readonly source: GatewaySource;
  readonly stateFolder: string;
  readonly resolveSecret: ResolveSecret;
  readonly timeouts: RemoteTimeouts;
  readonly clock: Clock;
  readonly stop: AbortSignal;
}

/** The repository that proposals are made for. */
export interface ProposalTarget {
  /** The settings for pushing branches; undefined if proposals are delivered as patches. */
  readonly settings: ProposalSettings | undefined;
  /** The folder of the declarations in the repository; empty for the root. */
  readonly below: string;
  readonly configFile: string;
  /** A folder from which the tree of a commit can be opened, and the path from its root to the declarations. */
  readonly treeFolder: string;
  readonly treeBelow: string;
  /** Returns the repository with its remote and current credentials, and a new folder for temporary files. */
  place(): Promise<RepositoryPlace>;
  /**
   * Fetches the newest state, and returns it: the same object as before, at least while nothing has changed for an hour.
   * Rejects with a ProposalGitError.
   */
  update(): Promise<FetchedState>;
  /** Call this after a push: the next update begins afterwards. */
  expectChange(): void;
  /** Packs the repository if it is the gateway's own; it must not be in use. A local repository is not changed. */
  tidy(): Promise<void>;
}

/**
 * Opens the repository that the settings name; without settings, the one that the gateway serves. Rejects with a
 * ProposalGitError.
 */
export async function openTarget(
  settings: ProposalSettings | undefined,
  options: TargetOptions,
  opened: AsyncDisposableStack,
): Promise<ProposalTarget> {
  const { source } = options;
  if (settings) return openRemote(readRemote(settings, source), settings, options, opened);
  if (source.kind === 'git') return openRemote(source.remote, undefined, options, opened);
  if (source.kind === 'folder') return openLocal(source, options, opened);
  throw new ProposalGitError(
    'unavailable',
    'This gateway serves a compiled table and declares no repository for proposals.',
  );
}

function readRemote({ remote, base }: ProposalSettings, source: GatewaySource): GitRemote {
  const folder = source.kind === 'folder' ? source.root : '/';
  const { credentials: _, ...plain } = parseGitRemote(`git+${remote}#${base}`, folder);
  return plain;
}

/** Opens the gateway's own copy of a remote repository. */
async function openRemote(
  remote: GitRemote,
  settings: ProposalSettings | undefined,
  { source, stateFolder, resolveSecret, timeouts, clock, stop }: TargetOptions,
  opened: AsyncDisposableStack,
): Promise<ProposalTarget> {
  const name = createHash('sha256').update(`${remote.url}#${remote.branch}`).digest('hex').slice(0, 16);
  const folder = await lockFirstFree(join(stateFolder, 'proposals', name), opened);
  await rm(join(folder, 'scratch'), { recursive: true, force: true });
  const gitFolder = join(folder, 'repository.git');
  const place = async (): Promise<RepositoryPlace> => ({
    gitFolder,
    scratchFolder: join(folder, 'scratch', randomBytes(8).toString('hex')),
    remote: await addCredentials(remote, settings, resolveSecret),
    stop,
  });
  await makeRepository(await place());
  await removeLocks(gitFolder);
  const proposals = `refs/heads/${settings?.branchPrefix ?? 'proposals/'}*`;
  const openCopy = async () => {
    const at = await place();
    return { repository: useRepository(at), remote: at.remote ?? remote };
  };
  const refs = { base: remote.branch, proposals, timeoutMs: timeouts.fetchMs };
  const copy = new RemoteCopy(openCopy, refs, clock);
  const update = () => copy.update();
  const expectChange = () => copy.expectChange();
  const tidy = async () => tidyRepository(useRepository(await place()));
  const below =
    settings?.folder ?? (source.kind === 'git' ? parentOf(source.configFile) : await prefixOf(source));
  const configFile = basename('configFile' in source ? source.configFile : 'gateway.config.yaml');
  const tree = { treeFolder: gitFolder, treeBelow: below };
  return { settings, below, configFile, ...tree, place, update, expectChange, tidy };
}

async function addCredentials(
  remote: GitRemote,
  settings: ProposalSettings | undefined,
  resolveSecret: ResolveSecret,
): Promise<GitRemote> {
  if (!settings?.credentials) return remote;
  return withCredentials(remote, await readSecret(settings.credentials, resolveSecret));
}

/**
 * Reads a declared secret. Rejects with a ProposalGitError, whose message is for users and does not name the secret's
 * location.
 */
export async function readSecret(
  reference: NonNullable<ProposalSettings['credentials']>,
  resolveSecret: ResolveSecret,
): Promise<string> {
  return resolveSecret(reference).catch(() => {
    throw new ProposalGitError('unavailable', 'The gateway cannot read its credentials for the repository.');
  });
}

function parentOf(file: string): string {
  const folder = dirname(file);
  return folder === '.' ? '' : folder;
}

/**
 * The path of a served folder in its own repository, which is probably a clone of the remote; empty if it is not in
 * one.
 */
async function prefixOf(source: GatewaySource): Promise<string> {
  if (source.kind !== 'folder') return '';
  const { code, stdout } = await runGit(source.root, ['rev-parse', '--show-prefix']);
  return code === 0 ? stdout.toString().replace(/\/?\n$/, '') : '';
}

/** Opens the repository that contains the served folder, without changing it. */
async function openLocal(
  source: GatewaySource & { readonly kind: 'folder' },
  { stateFolder, stop }: TargetOptions,
  opened: AsyncDisposableStack,
): Promise<ProposalTarget> {
  const { root, configFile } = source;
  const found = await runGit(root, ['rev-parse', '--absolute-git-dir']);
  const gitFolder = found.stdout.toString().trimEnd();
  if (found.code !== 0)
    throw new ProposalGitError(
      'unavailable',
      'The declarations of this gateway are not in a git repository.',
    );
  const folder = await lockFirstFree(join(stateFolder, 'proposals', 'local'), opened);
  await rm(join(folder, 'scratch'), { recursive: true, force: true });
  const place = async (): Promise<RepositoryPlace> => ({
    gitFolder,
    scratchFolder: join(folder, 'scratch', randomBytes(8).toString('hex')),
    stop,
  });
  const update = async () => {
    const { code, stdout } = await useRepository(await place()).run([
      'rev-parse',
      '--verify',
      'HEAD^{commit}',
    ]);
    if (code === 0)
      return { base: stdout.toString().trim(), open: new Map(), seen: new Map(), declined: new Map() };
    throw new ProposalGitError('unavailable', 'The repository of this gateway has no commit yet.');
  };
  const expectChange = () => undefined;
  const below = await prefixOf(source);
  const tree = { treeFolder: root, treeBelow: '' };
  const tidy = async () => undefined;
  return { settings: undefined, below, configFile, ...tree, place, update, expectChange, tidy };
}
