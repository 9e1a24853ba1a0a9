import { CommandError } from '../command-error.ts';
import { requestHost, ForbiddenError } from './request-host.ts';
import type { HostedComment, HostedUser, Review } from './review.ts';

/** Comments per page: the maximum of GitHub and GitLab. Gitea lists all comments on every page. */
const pageSize = 100;

/**
 * The id of the comment of an earlier run; undefined if there is none. It begins with the marker, and its author is the
 * token's own user, since anyone can write a marker.
 */
export async function findOwnComment(review: Review, marker: string): Promise<number | undefined> {
  const isOwn = await recognizeOwn(review);
  let first: number | undefined;
  for (let page = 1; ; page += 1) {
    const url = `${review.comments}?per_page=${pageSize}&page=${page}`;
    const comments = await listComments(review, url);
    if (comments[0]?.id === first) return undefined;
    first = comments[0]?.id;
    const own = comments.find((one) => one.body?.startsWith(marker) && isOwn(review.authorOf(one)));
    if (own || comments.length < pageSize) return own?.id;
  }
}

async function listComments(review: Review, url: string): Promise<readonly HostedComment[]> {
  const listed = await requestHost(review, 'GET', url);
  if (Array.isArray(listed)) return listed as readonly HostedComment[];
  throw new CommandError(`${review.host} did not list the comments at ${review.comments}.`);
}

/**
 * A predicate for the name of the token's own user. The token of a workflow may belong to an app, which has no user and
 * writes as a bot.
 */
async function recognizeOwn(review: Review): Promise<(author: string | undefined) => boolean> {
  try {
    const own = review.nameOf((await requestHost(review, 'GET', review.user)) as HostedUser);
    return (author) => author !== undefined && author === own;
  } catch (error) {
    if (!(error instanceof ForbiddenError)) throw error;
    return (author) => author !== undefined && review.isPipelineUser(author);
  }
}

/** Replaces our own comment, or writes a new one. */
export async function putComment(review: Review, text: string, own: number | undefined): Promise<void> {
  const body = { body: review.prepare(text) };
  if (own === undefined) await requestHost(review, 'POST', review.comments, body);
  else await requestHost(review, review.updateMethod, review.commentUrl(own), body);
}
