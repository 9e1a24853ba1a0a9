import { CommandError } from '../command-error.ts';
import type { Io } from '../io.ts';
import type { Review } from './review.ts';

/** The merge request that a pipeline of GitLab runs for. Throws a CommandError where it runs for none. */
export function gitlabReview({ env }: Pick<Io, 'env'>, token: string): Review {
  const number = env['CI_MERGE_REQUEST_IID'];
  if (!number) {
    const help = 'Run it in a job with the rule `if: $CI_PIPELINE_SOURCE == "merge_request_event"`.';
    throw new CommandError('This pipeline runs for no merge request.', help);
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
    prepare: disarmQuickActions,
  };
}

/** GitLab would obey a line such as `/merge`, and what is in a plan was written by whoever proposes it. */
function disarmQuickActions(text: string): string {
  return text.replaceAll(/^([ \t]*)\//gm, String.raw`$1\/`);
}
