import type { Response } from 'undici';

type Answer = Pick<Response, 'ok' | 'clone' | 'json'>;

/** How many tokens that could not be stored are remembered. */
const maxUnsaved = 1000;

/**
 * The refresh tokens that a provider issues to replace others. Each is stored as soon as the provider's answer is
 * read, before anything in it is checked: the previous token is no longer valid, whatever else fails.
 */
export class Rotations {
  readonly #takers = new Map<string, (next: string) => Promise<void>>();
  /** Newer tokens by the tokens that they replace, if they could not be stored. */
  readonly #unsaved = new Map<string, string>();

  /** The newest token that is known to replace another. */
  newest(token: string): string {
    let newest = token;
    for (let next: string | undefined = token; next !== undefined; next = this.#unsaved.get(next))
      newest = next;
    return newest;
  }

  /**
   * Runs a task that uses a token, and keeps the provider's replacement. Rejects if that cannot be stored.
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

  /** Records a provider's answer to a form, and resolves when its tokens are stored or cannot be. */
  async note(form: unknown, response: Answer): Promise<void> {
    if (!(form instanceof URLSearchParams) || form.get('grant_type') !== 'refresh_token') return;
    const take = this.#takers.get(form.get('refresh_token') ?? '');
    if (!take || !response.ok) return;
    const next = await readRefreshToken(response.clone());
    if (next !== undefined) await take(next).catch(() => undefined);
  }

  async #save(token: string, next: string, keep: (next: string) => Promise<void>): Promise<void> {
    if (next === token) return;
    // The newest token leads nowhere, even if the provider issued it before: so no tokens lead to each other in a
    // circle.
    this.#unsaved.delete(next);
    this.#unsaved.set(token, next);
    const [oldest] = this.#unsaved.keys();
    if (this.#unsaved.size > maxUnsaved && oldest !== undefined) this.#unsaved.delete(oldest);
    await keep(next);
    this.#forgetBefore(next);
  }

  /** Forgets the tokens that a stored one has replaced. */
  #forgetBefore(stored: string): void {
    for (const [token, next] of this.#unsaved) {
      if (next !== stored) continue;
      this.#unsaved.delete(token);
      this.#forgetBefore(token);
    }
  }
}

/** Undefined if there is none; the reader of the response reports its error. */
async function readRefreshToken(response: Pick<Answer, 'json'>): Promise<string | undefined> {
  const body = await response.json().catch(() => undefined);
  if (typeof body !== 'object' || body === null || !('refresh_token' in body)) return undefined;
  return typeof body.refresh_token === 'string' ? body.refresh_token : undefined;
}
