import type { ReviewProblem } from '#runtime/ports/proposals.ts';

/** The headers and the timeout of requests to a host's API. */
export interface HostAccess {
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/**
 * The host's API failed or answered unexpectedly. The message omits the answer, which may contain data that is not for
 * users.
 */
export class HostError extends Error {
  override readonly name = 'HostError';
  readonly problem: ReviewProblem;

  constructor(problem: ReviewProblem) {
    super(problem.problem);
    this.problem = problem;
  }
}

/** The maximum number of pages to read from a list. */
const maxPages = 4;

/** Requests a JSON value, using POST if there is a body. Rejects with a HostError. */
export async function requestHost(
  url: string,
  { headers, signal }: HostAccess,
  body?: object,
): Promise<unknown> {
  const answer = await fetch(url, {
    method: body ? 'POST' : 'GET',
    // Following a redirect could send the token to another host.
    redirect: 'manual',
    signal,
    headers: { accept: 'application/json', ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => undefined);
  const text = await answer?.text().catch(() => undefined);
  if (!answer || text === undefined) throw new HostError({ problem: 'host_unreachable' });
  const { status } = answer;
  if (status === 401 || status === 403) throw new HostError({ problem: 'token_refused', status });
  const value = answer.ok ? readJson(text) : undefined;
  if (value === undefined) throw new HostError({ problem: 'request_refused', status });
  return value;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Yields the entries of a list page by page, so that the caller can stop early. Rejects with a HostError. */
export async function* requestPages(url: string, access: HostAccess): AsyncGenerator<readonly unknown[]> {
  for (let page = 1; page <= maxPages; page++) {
    const entries = await requestHost(`${url}&page=${page}`, access);
    if (!Array.isArray(entries) || entries.length === 0) return;
    yield entries;
  }
}

/** The token in a secret of the form `token` or `user:token`. */
export function tokenIn(secret: string): string {
  return secret.slice(secret.indexOf(':') + 1);
}
