import { readFile } from 'node:fs/promises';
import type { Io } from '../io.ts';
import { findPipelineHost } from './pipeline-host.ts';

/** The pages of files on the host that a pipeline runs for. */
export interface SourceLinks {
  /** The newest commit of the pull request; in another pipeline the commit that it runs for. */
  readonly commit: string;
  /** The page of a line of a file, named from the root of the clone; undefined if the file is outside of the clone. */
  urlOf(file: string, line: number, side: 'base' | 'head'): string | undefined;
}

/** How a host writes the address of a line of a file of a commit. */
interface SourceHost {
  readonly repository: string;
  readonly commit: string;
  /** Between the repository and the commit. */
  readonly infix: string;
}

/** Where a pipeline of GitHub, Gitea or GitLab shows the files of a plan; undefined elsewhere. */
export async function findSourceLinks(
  { env }: Pick<Io, 'env'>,
  baseCommit: string | undefined,
): Promise<SourceLinks | undefined> {
  const host = await findSourceHost(env);
  if (!host || !/^[0-9a-f]{7,64}$/.test(host.commit) || !/^https?:\/\//.test(host.repository))
    return undefined;
  return {
    commit: host.commit,
    urlOf: (file, line, side) => {
      const commit = side === 'head' ? host.commit : baseCommit;
      const segments = file.split('/');
      if (commit === undefined || segments.includes('..')) return undefined;
      const path = segments.map(encodeSegment).join('/');
      return `${host.repository}/${host.infix}/${commit}/${path}#L${line}`;
    },
  };
}

/** Also the characters that could end a link in Markdown. */
function encodeSegment(segment: string): string {
  return encodeURIComponent(segment.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

type Env = Io['env'];

async function findSourceHost(env: Env): Promise<SourceHost | undefined> {
  switch (findPipelineHost(env)) {
    case 'gitlab':
      return gitlabHost(env);
    case 'gitea':
      return githubHost(env, 'src/commit');
    case 'github':
      return githubHost(env, 'blob');
    case undefined:
      return undefined;
  }
}

/** A pipeline of a fork runs in the fork, whose commit it is. */
function gitlabHost(env: Env): SourceHost {
  const source = env['CI_MERGE_REQUEST_SOURCE_BRANCH_SHA'];
  const project = env['CI_MERGE_REQUEST_SOURCE_PROJECT_URL'] || env['CI_PROJECT_URL'] || '';
  return { repository: project, commit: source || env['CI_COMMIT_SHA'] || '', infix: '-/blob' };
}

/** On GitHub, a workflow for a pull request runs for a merge, which has no page. */
async function githubHost(env: Env, infix: string): Promise<SourceHost> {
  const server = env['GITHUB_SERVER_URL'] || 'https://github.com';
  return {
    repository: `${server}/${env['GITHUB_REPOSITORY'] ?? ''}`,
    commit: (await readHeadCommit(env['GITHUB_EVENT_PATH'])) ?? env['GITHUB_SHA'] ?? '',
    infix,
  };
}

/** Only events of a pull request contain it. */
async function readHeadCommit(file: string | undefined): Promise<string | undefined> {
  try {
    const event = JSON.parse(await readFile(file ?? '', 'utf8')) as {
      readonly pull_request?: { readonly head?: { readonly sha?: unknown } };
    };
    const sha = event.pull_request?.head?.sha;
    return typeof sha === 'string' ? sha : undefined;
  } catch {
    return undefined;
  }
}
