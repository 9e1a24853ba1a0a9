import type { Response } from 'undici';

type Answer = Pick<Response, 'ok' | 'clone' | 'json'>;

/** The maximum number of remembered tokens that could not be stored. */
const maxUnsaved = 1000;

/**
 * Tracks the refresh tokens that a provider replaces. A new token is stored as soon as the provider's response is read,
 * before the response is checked: the previous token is already invalid, even if a check fails.
 */
export class Rotations {
  readonly #takers = new Map<string, (next: string) => Promise<void>>();
  /** Replacement tokens that are not stored yet, by the token that each replaces. */
  readonly #unsaved = new Map<string, string>();

  /** The newest known replacement of a token; the token itself if it has none. */
  newest(token: string): string {
    let newest = token;
    for (let next: string | undefined = token; next !== undefined; next = this.#unsaved.get(next))
      newest = next;
    return newest;
  }

  /**
   * Runs a task that uses a token, and passes the provider's replacement to `keep`. Rejects if the task or `keep`
   * rejects.
   */
  async during<Result>(
    token: string,
    keep: (next: string) => Promise<void>,
    work: () => Promise<Result>,
  ): Promise<Result> {
    let saving = Promise.resolve();
    this.#takers.set(token, (next) => (saving = this.#save(token, next, keep)));
    try {
      return await work();
    } finally {
      this.#takers.delete(token);
      await saving;
    }
  }

  /** Records the response to a token request. Resolves when the new token is stored or storing it has failed. */
  async note(form: unknown, response: Answer): Promise<void> {
    if (!(form instanceof URLSearchParams) || form.get('grant_type') !== 'refresh_token') return;
    const take = this.#takers.get(form.get('refresh_token') ?? '');
    if (!take || !response.ok) return;
    const next = await readRefreshToken(response.clone());
    if (next !== undefined) await take(next).catch(() => undefined);
  }

  async #save(token: string, next: string, keep: (next: string) => Promise<void>): Promise<void> {
    if (next === token) return;
    // The new token must have no replacement, even if the provider issued it before; this prevents cycles.
    this.#unsaved.delete(next);
    this.#unsaved.set(token, next);
    const [oldest] = this.#unsaved.keys();
    if (this.#unsaved.size > maxUnsaved && oldest !== undefined) this.#unsaved.delete(oldest);
    await keep(next);
    this.#forgetBefore(next);
  }

  /** Removes all predecessors of a stored token. */
  #forgetBefore(stored: string): void {
    for (const [token, next] of this.#unsaved) {
      if (next !== stored) continue;
      this.#unsaved.delete(token);
      this.#forgetBefore(token);
    }
  }
}

/** The refresh token in a response, if any. Invalid JSON is ignored here, since the library reports it. */
async function readRefreshToken(response: Pick<Answer, 'json'>): Promise<string | undefined> {
  const body = await response.json().catch(() => undefined);
  if (typeof body !== 'object' || body === null || !('refresh_token' in body)) return undefined;
  return typeof body.refresh_token === 'string' ? body.refresh_token : undefined;
}
