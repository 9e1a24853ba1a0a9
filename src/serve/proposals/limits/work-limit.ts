/** What the thread that proposes reports to the main thread: the numbers of what it begins and ends. */
export type WorkCalls = {
  readonly workBegan: (number: number) => void;
  readonly workEnded: (number: number) => void;
};

/** Measures the work of a thread from outside, since work that never waits cannot be stopped from within. */
export class WorkLimit implements Disposable {
  readonly #maxMs: number;
  readonly #isExceeded: () => void;
  readonly #timers = new Map<number, NodeJS.Timeout>();
  readonly calls: WorkCalls = {
    workBegan: (number) => void this.#timers.set(number, setTimeout(this.#isExceeded, this.#maxMs).unref()),
    workEnded: (number) => {
      clearTimeout(this.#timers.get(number));
      this.#timers.delete(number);
    },
  };

  /** Calls `isExceeded` when something has taken longer than `maxMs`, in milliseconds. */
  constructor(maxMs: number, isExceeded: () => void) {
    this.#maxMs = maxMs;
    this.#isExceeded = isExceeded;
  }

  [Symbol.dispose](): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }
}

/** Does work whose time is limited. */
export type TimeWork = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Reports the work of a thread to the main thread. */
export function timeWork({ workBegan, workEnded }: WorkCalls): TimeWork {
  let latest = 0;
  return async (work) => {
    const number = (latest += 1);
    workBegan(number);
    try {
      return await work();
    } finally {
      workEnded(number);
    }
  };
}
