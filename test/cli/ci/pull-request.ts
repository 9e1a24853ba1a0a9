import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { commitAll, git, makeRepository } from '../../platform/git-in-test.ts';
import { callGatewright } from '../call-gatewright.ts';
import {
  startReviewHost,
  type HostKind,
  type HostSettings,
  type ReviewHost,
} from '../comment/review-host.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { startPackageRegistry, type PackageRegistry } from './package-registry.ts';

const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };

/** The version of this program, and an older one that can be installed too. */
export const versions = ['0.0.1', version] as const;

/** The checkout of a pipeline, and all that it talks to. */
export interface PullRequest extends AsyncDisposable {
  /** The pull request as a pipeline gets it. */
  readonly checkout: string;
  /** For files of the pipeline. */
  readonly temp: string;
  readonly host: ReviewHost;
  readonly registry: PackageRegistry;
  /** Of commands: how to find Node, npm and git, and the servers they use. */
  readonly env: Readonly<Record<string, string>>;
  /** A commit more on the branch, merged again. */
  push(files: Readonly<Record<string, string>>): Promise<void>;
}

/**
 * A new repository with a pipeline on main, and a branch with other files that is proposed to be merged. The checkout
 * would have npm take packages from nowhere.
 */
export async function openPullRequest(
  kind: HostKind,
  files: Readonly<Record<string, string>>,
  settings: HostSettings = {},
): Promise<PullRequest> {
  const folder = await temporaryFolder({
    'event.json': JSON.stringify({ pull_request: { number: 7, title: '`id`' } }),
  });
  const at = (name: string) => join(folder.path, name);
  await makeOrigin(at('origin'), kind);
  const registry = await startPackageRegistry(at('registry'), versions);
  const host = await startReviewHost(kind, at('event.json'), settings);
  await mkdir(at('temp'));
  await git(folder.path, 'clone', '--quiet', 'origin', 'checkout');
  const push = async (changed: Readonly<Record<string, string>>) => {
    await git(at('origin'), 'checkout', '--quiet', 'feature');
    for (const [file, text] of Object.entries(changed)) await folder.write(join('origin', file), text);
    await commitAll(at('origin'));
    await checkOut(at('checkout'), kind);
  };
  await push({ '.npmrc': 'registry=http://127.0.0.1:9/\n', ...files });
  const path = `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;
  return {
    checkout: at('checkout'),
    temp: at('temp'),
    host,
    registry,
    env: { PATH: path, ...registry.env, ...host.env },
    push,
    [Symbol.asyncDispose]: async () => {
      await Promise.all([host[Symbol.asyncDispose](), registry[Symbol.asyncDispose]()]);
      await folder[Symbol.asyncDispose]();
    },
  };
}

async function makeOrigin(folder: string, kind: HostKind): Promise<void> {
  await mkdir(folder);
  await makeRepository(folder);
  await callGatewright(folder, ['init', '--ci', kind, '--package', version]);
  await commitAll(folder);
  await git(folder, 'checkout', '--quiet', '-b', 'feature');
}

/** Gitea runs a workflow for the branch itself, the other hosts for a merge of it. */
async function checkOut(checkout: string, kind: HostKind): Promise<void> {
  await git(checkout, 'fetch', '--quiet', 'origin');
  if (kind === 'gitea') {
    await git(checkout, 'checkout', '--quiet', '--detach', 'origin/feature');
    return;
  }
  await git(checkout, 'checkout', '--quiet', '--detach', 'origin/main');
  await git(checkout, 'merge', '--quiet', '--no-ff', '--message', 'merge', 'origin/feature');
}
