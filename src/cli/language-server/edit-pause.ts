import { setTimeout as delay } from 'node:timers/promises';

/** Edits with less time between them are made in quick succession. Milliseconds. */
const succession = 100;
/** As long as messages that have already arrived take to be read, so that one check is about all of them. */
const reading = 5;
/** A check begins after this many milliseconds even if nobody stops typing. */
const longest = 500;

/** Waits until edits in quick succession have finished; a single edit hardly waits. */
export class EditPause {
  #edits = 0;
  #last = -Infinity;
  #isSuccession = false;

  /** How many edits there were. */
  get edits(): number {
    return this.#edits;
  }

  count(): void {
    const now = performance.now();
    this.#edits += 1;
    this.#isSuccession = now - this.#last < succession;
    this.#last = now;
  }

  async wait(): Promise<void> {
    const latest = performance.now() + longest;
    for (;;) {
      const known = this.#edits;
      await delay(this.#isSuccession ? succession : reading);
      if (this.#edits === known || performance.now() > latest) return;
    }
  }
}
