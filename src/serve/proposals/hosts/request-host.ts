import type { ReviewProblem } from '#runtime/ports/proposals.ts';

/** The headers and the deadline of requests to the API of a host. */
export interface HostAccess {
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** A host has not done what its API describes; its answer may contain what is not for users. */
export class HostError extends Error {
  override readonly name = 'HostError';
  readonly problem: ReviewProblem;

  constructor(problem: ReviewProblem) {
    super(problem.problem);
    this.problem = problem;
  }
}

/** More pages of a list are not read. */
const maxPages = 4;

/** Requests a JSON value, by POST if there is a body. Rejects with a HostError. */
export async function requestHost(
  url: string,
  { headers, signal }: HostAccess,
  body?: object,
): Promise<unknown> {
  const answer = await fetch(url, {
    method: body ? 'POST' : 'GET',
    // A redirect could send the token to another host.
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

/** The entries of a list, page by page: it may be much longer than what is looked for. Rejects with a HostError. */
export async function* requestPages(url: string, access: HostAccess): AsyncGenerator<readonly unknown[]> {
  for (let page = 1; page <= maxPages; page++) {
    const entries = await requestHost(`${url}&page=${page}`, access);
    if (!Array.isArray(entries) || entries.length === 0) return;
    yield entries;
  }
}

/** The token in a secret that may be `user:token`. */
export function tokenIn(secret: string): string {
  return secret.slice(secret.indexOf(':') + 1);
}
