import { readFile } from 'node:fs/promises';
import type { Io } from '../io.ts';
import { findPipelineHost } from './pipeline-host.ts';

/** Links to files on the host of a pipeline. */
export interface SourceLinks {
  /** The newest commit of the pull request; outside of a pull request, the commit of the pipeline. */
  readonly commit: string;
  /**
   * The URL of a line of a file. `file` is relative to the root of the clone. Undefined if the file is outside of the
   * clone, or if the base commit is unknown.
   */
  urlOf(file: string, line: number, side: 'base' | 'head'): string | undefined;
}

/** The parts of a host's URLs of files at a commit. */
interface SourceHost {
  readonly repository: string;
  readonly commit: string;
  /** The path between the repository and the commit. */
  readonly infix: string;
}

/** Links to the files of a plan in a pipeline of GitHub, Gitea or GitLab; undefined outside of these pipelines. */
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

/** Percent-encodes a segment, including the characters that could end a link in Markdown. */
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

/** The pipeline of a fork runs in the fork, which has the commit, so links lead to the fork. */
function gitlabHost(env: Env): SourceHost {
  const source = env['CI_MERGE_REQUEST_SOURCE_BRANCH_SHA'];
  const project = env['CI_MERGE_REQUEST_SOURCE_PROJECT_URL'] || env['CI_PROJECT_URL'] || '';
  return { repository: project, commit: source || env['CI_COMMIT_SHA'] || '', infix: '-/blob' };
}

/** Links to the head commit: GitHub runs the workflow of a pull request for a merge commit that has no page. */
async function githubHost(env: Env, infix: string): Promise<SourceHost> {
  const server = env['GITHUB_SERVER_URL'] || 'https://github.com';
  return {
    repository: `${server}/${env['GITHUB_REPOSITORY'] ?? ''}`,
    commit: (await readHeadCommit(env['GITHUB_EVENT_PATH'])) ?? env['GITHUB_SHA'] ?? '',
    infix,
  };
}

/** The head commit in the event file of a workflow; undefined if the event is not for a pull request. */
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
