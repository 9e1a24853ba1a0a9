/** Many use a repository at once, or one uses it alone. */
export class RepositoryUse {
  #users = 0;
  #exclusive: Promise<unknown> | undefined;

  /** Does some work that others may do at the same time; waits while somebody uses the repository alone. */
  async share<Result>(work: () => Promise<Result>): Promise<Result> {
    while (this.#exclusive) await this.#exclusive;
    this.#users += 1;
    try {
      return await work();
    } finally {
      this.#users -= 1;
    }
  }

  /** Does some work that nobody else may do at the same time; does nothing if the repository is in use. */
  async useExclusively(work: () => Promise<void>): Promise<void> {
    if (this.#users > 0 || this.#exclusive) return;
    const done = work();
    this.#exclusive = done.catch(() => undefined);
    try {
      await done;
    } finally {
      this.#exclusive = undefined;
    }
  }
}
