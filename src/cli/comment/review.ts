import { readFile } from 'node:fs/promises';
import { CommandError } from '../command-error.ts';
import type { Io } from '../io.ts';

/** The pull request or merge request of a pipeline, and how to use the comments API of its host. */
export interface Review {
  /** `GitHub`, `Gitea`, `GitLab`. */
  readonly host: string;
  /** The URL of its comments: GET lists them, and POST adds one. */
  readonly comments: string;
  /** The URL of the token's own user. */
  readonly user: string;
  /** The headers of requests to the host. They contain the token, so messages must not show them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly updateMethod: 'PATCH' | 'PUT';
  /** The URL of one comment. */
  commentUrl(id: number): string;
  /** The user name of the author of a comment. */
  authorOf(comment: HostedComment): string | undefined;
  /** The user name in the response from the URL `user`. */
  nameOf(user: HostedUser): string | undefined;
  /** Whether pipeline tokens write as this author. Used if the token may not read its own user. */
  isPipelineUser(author: string): boolean;
  /** The text to send to the host for a comment. */
  prepare(text: string): string;
}

/** The fields of a comment in the hosts' responses that are used here. */
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
 * The pull request of a GitHub workflow. Its comments are issue comments in the API. Throws a CommandError if the
 * workflow does not run for a pull request.
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
 * The pull request of a Gitea or Forgejo workflow; the comments API equals that of GitHub. Throws a CommandError if the
 * workflow does not run for a pull request.
 */
export async function giteaReview(io: Pick<Io, 'env'>, token: string): Promise<Review> {
  return {
    ...(await githubReview(io, token)),
    host: 'Gitea',
    headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
    isPipelineUser: (author) => author === 'gitea-actions' || author === 'forgejo-actions',
  };
}

/** The number of the pull request in the event file of a workflow. Throws a CommandError if the file contains none. */
async function readPullRequestNumber(file: string | undefined): Promise<number> {
  try {
    const event = JSON.parse(await readFile(file ?? '', 'utf8')) as { pull_request: { number: unknown } };
    const { number } = event.pull_request;
    if (typeof number === 'number') return number;
  } catch {
    // Reported below.
  }
  const help = 'Run it in a workflow for the event pull_request.';
  throw new CommandError('This workflow does not run for a pull request.', help);
}

/** The merge request of a GitLab pipeline. Throws a CommandError if the pipeline does not run for a merge request. */
export function gitlabReview({ env }: Pick<Io, 'env'>, token: string): Review {
  const number = env['CI_MERGE_REQUEST_IID'];
  if (!number) {
    const help = 'Run it in a job with the rule `if: $CI_PIPELINE_SOURCE == "merge_request_event"`.';
    throw new CommandError('This pipeline does not run for a merge request.', help);
  }
  const api = env['CI_API_V4_URL'] || 'https://gitlab.com/api/v4';
  // The pipeline of a fork runs in the fork, but the merge request belongs to the target project.
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

/**
 * Escapes quick actions: GitLab would run a line such as `/merge`, and the author of the change controls the text of
 * the plan.
 */
function disarmQuickActions(text: string): string {
  return text.replaceAll(/^([ \t]*)\//gm, String.raw`$1\/`);
}
