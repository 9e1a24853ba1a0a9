import { readFile } from 'node:fs/promises';
import { CommandError } from '../command-error.ts';
import type { Io } from '../io.ts';

/** A pull request or a merge request that a pipeline runs for, and how the API of its host takes comments on it. */
export interface Review {
  /** `GitHub`, `Gitea`, `GitLab`. */
  readonly host: string;
  /** The collection of its comments: listed with GET, added to with POST. */
  readonly comments: string;
  /** Who the token belongs to. */
  readonly user: string;
  /** With the token: only for requests to the host, never for a message. */
  readonly headers: Readonly<Record<string, string>>;
  readonly updateMethod: 'PATCH' | 'PUT';
  /** The URL of one comment. */
  commentUrl(id: number): string;
  /** Who wrote a comment that the host has listed. */
  authorOf(comment: HostedComment): string | undefined;
  /** The name of the token's user, in the answer to `user`. */
  nameOf(user: HostedUser): string | undefined;
  /** Whether an author is that of the tokens that pipelines get, for a token that may not ask who it belongs to. */
  isPipelineUser(author: string): boolean;
  /** The text as it is sent to the host. */
  prepare(text: string): string;
}

/** The used part of a comment in the hosts' answers. */
export interface HostedComment {
  readonly id: number;
  readonly body?: string | null;
  readonly user?: HostedUser | null;
  readonly author?: HostedUser | null;
}

export interface HostedUser {
  readonly login?: string;
  readonly username?: string;
}

/**
 * The pull request that a workflow of GitHub runs for; its comments are those of an issue. Throws a CommandError if it
 * runs for none.
 */
export async function githubReview({ env }: Pick<Io, 'env'>, token: string): Promise<Review> {
  const api = env['GITHUB_API_URL'] || 'https://api.github.com';
  const repository = `${api}/repos/${env['GITHUB_REPOSITORY'] ?? ''}`;
  const number = await readPullRequestNumber(env['GITHUB_EVENT_PATH']);
  return {
    host: 'GitHub',
    comments: `${repository}/issues/${number}/comments`,
    user: `${api}/user`,
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
    },
    updateMethod: 'PATCH',
    commentUrl: (id) => `${repository}/issues/comments/${id}`,
    authorOf: ({ user }) => user?.login,
    nameOf: ({ login }) => login,
    isPipelineUser: (author) => author.endsWith('[bot]'),
    prepare: (text) => text,
  };
}

/**
 * The pull request that a workflow of Gitea or Forgejo runs for, whose API for comments is that of GitHub. Throws a
 * CommandError if it runs for none.
 */
export async function giteaReview(io: Pick<Io, 'env'>, token: string): Promise<Review> {
  return {
    ...(await githubReview(io, token)),
    host: 'Gitea',
    headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
    isPipelineUser: (author) => author === 'gitea-actions' || author === 'forgejo-actions',
  };
}

/** Only events of a pull request contain it. */
async function readPullRequestNumber(file: string | undefined): Promise<number> {
  try {
    const event = JSON.parse(await readFile(file ?? '', 'utf8')) as { pull_request: { number: unknown } };
    const { number } = event.pull_request;
    if (typeof number === 'number') return number;
  } catch {
    // Said below.
  }
  const help = 'Run it in a workflow for the event pull_request.';
  throw new CommandError('This workflow does not run for a pull request.', help);
}

/** The merge request that a pipeline of GitLab runs for. Throws a CommandError if it runs for none. */
export function gitlabReview({ env }: Pick<Io, 'env'>, token: string): Review {
  const number = env['CI_MERGE_REQUEST_IID'];
  if (!number) {
    const help = 'Run it in a job with the rule `if: $CI_PIPELINE_SOURCE == "merge_request_event"`.';
    throw new CommandError('This pipeline does not run for a merge request.', help);
  }
  const api = env['CI_API_V4_URL'] || 'https://gitlab.com/api/v4';
  // A pipeline of a fork runs in the fork, and its merge request is one of the project that it was forked from.
  const project = env['CI_MERGE_REQUEST_PROJECT_ID'] || env['CI_PROJECT_ID'] || '';
  const comments = `${api}/projects/${project}/merge_requests/${number}/notes`;
  return {
    host: 'GitLab',
    comments,
    user: `${api}/user`,
    headers: { 'private-token': token },
    updateMethod: 'PUT',
    commentUrl: (id) => `${comments}/${id}`,
    authorOf: ({ author }) => author?.username,
    nameOf: ({ username }) => username,
    isPipelineUser: () => false,
    prepare: disarmQuickActions,
  };
}

/** GitLab would obey a line such as `/merge`, and the author of the change wrote the content of the plan. */
function disarmQuickActions(text: string): string {
  return text.replaceAll(/^([ \t]*)\//gm, String.raw`$1\/`);
}
