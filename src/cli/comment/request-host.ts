import { CommandError } from '../command-error.ts';
import type { Review } from './review.ts';

/** The token lacks permission for a request. */
export class ForbiddenError extends Error {
  override readonly name = 'ForbiddenError';
}

/** In milliseconds. */
const timeoutMs = 30_000;

/**
 * Sends a request to the API of a host, and returns the JSON response. Throws a ForbiddenError if the token lacks
 * permission, and a CommandError if the request fails for another reason, or if the response is not JSON.
 */
export async function requestHost(
  review: Review,
  method: string,
  url: string,
  body?: unknown,
): Promise<unknown> {
  const { status, ok, text } = await send(review, method, url, body);
  if (status === 403) throw new ForbiddenError();
  const answer = readJson(text);
  if (ok && answer !== undefined) return answer;
  const help = status === 401 ? 'Check the token.' : undefined;
  const said = `${review.host} answered ${status} to ${method} ${new URL(url).pathname}`;
  throw new CommandError(`${said}${describeReason(answer)}.`, help);
}

async function send({ host, headers }: Review, method: string, url: string, body: unknown) {
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    // A redirect could send GitLab's token to another host.
    const init = {
      method,
      headers: { ...headers, ...type },
      redirect: 'manual',
      signal,
      ...content,
    } as const;
    const answer = await fetch(url, init);
    return { status: answer.status, ok: answer.ok, text: await answer.text() };
  } catch (error) {
    throw new CommandError(`${host} cannot be reached at ${new URL(url).origin}: ${explain(error)}.`);
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The host's own message, such as `Validation Failed`. */
function describeReason(answer: unknown): string {
  const { message } = (answer ?? {}) as { readonly message?: unknown };
  return typeof message === 'string' ? `: ${message.replace(/\.$/, '')}` : '';
}

/** Describes a network error by its cause, since the message of `fetch` may contain secrets of headers and URLs. */
function explain(error: unknown): string {
  const { name, cause } = error as Error;
  if (cause instanceof Error && 'code' in cause) return String(cause.code);
  return name === 'TimeoutError'
    ? `no answer within ${timeoutMs / 1000} seconds`
    : 'the request cannot be sent';
}
