/** Each call may hold two of the largest bodies in memory. */
const most = 32;
const mostOfUser = 4;

/** Counts the calls that are under way, for all users and for each. */
export class CallSlots {
  readonly #ofUsers = new Map<string, number>();
  #taken = 0;

  /** Takes a slot for a call of a user; the result gives it back. Undefined if none is free. */
  take(user: string): Disposable | undefined {
    const ofUser = this.#ofUsers.get(user) ?? 0;
    if (this.#taken >= most || ofUser >= mostOfUser) return undefined;
    this.#taken += 1;
    this.#ofUsers.set(user, ofUser + 1);
    return { [Symbol.dispose]: () => this.#giveBack(user) };
  }

  #giveBack(user: string): void {
    this.#taken -= 1;
    const left = (this.#ofUsers.get(user) ?? 1) - 1;
    if (left === 0) this.#ofUsers.delete(user);
    else this.#ofUsers.set(user, left);
  }
}
