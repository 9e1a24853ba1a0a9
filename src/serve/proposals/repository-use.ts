/** Lets several tasks share a repository, or one task use it exclusively. */
export class RepositoryUse {
  #users = 0;
  #exclusive: Promise<unknown> | undefined;

  /** Runs work that may share the repository; waits for exclusive use to end. */
  async share<Result>(work: () => Promise<Result>): Promise<Result> {
    while (this.#exclusive) await this.#exclusive;
    this.#users += 1;
    try {
      return await work();
    } finally {
      this.#users -= 1;
    }
  }

  /** Runs work that needs exclusive use. Does nothing if the repository is in use. */
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
