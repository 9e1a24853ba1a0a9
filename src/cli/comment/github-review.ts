import { readFile } from 'node:fs/promises';
import { CommandError } from '../command-error.ts';
import type { Io } from '../io.ts';
import type { Review } from './review.ts';

/**
 * The pull request that a workflow of GitHub runs for; its comments are those of an issue. Throws a CommandError where
 * it runs for none.
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
    prepare: (text) => text,
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
  throw new CommandError('This workflow runs for no pull request.', help);
}
