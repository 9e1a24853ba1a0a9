/** The calls by which a thread reports its tasks to the main thread, one task after another. */
export type WorkCalls = {
  /** A task for the person with this ID. */
  readonly workBegan: (person: string) => void;
  readonly workEnded: (nothing: undefined) => void;
};

/** Measures each task of a thread from outside, since work that never waits cannot be stopped from within. */
export class WorkLimit implements Disposable {
  readonly #maxMs: number;
  readonly #isExceeded: (person: string) => void;
  #timer: NodeJS.Timeout | undefined;
  readonly calls: WorkCalls = {
    workBegan: (person) => {
      this.#timer = setTimeout(() => this.#isExceeded(person), this.#maxMs).unref();
    },
    workEnded: () => clearTimeout(this.#timer),
  };

  /** Calls `isExceeded` with the ID of a person whose task has taken longer than `maxMs`, in milliseconds. */
  constructor(maxMs: number, isExceeded: (person: string) => void) {
    this.#maxMs = maxMs;
    this.#isExceeded = isExceeded;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }
}

/** Does a task for a person after all tasks before it; the time of each is limited. */
export type TimeWork = <Result>(
  person: { readonly id: string },
  work: () => Promise<Result>,
) => Promise<Result>;

/** Does the tasks of a thread one after another, and reports them to the main thread. */
export function timeWork({ workBegan, workEnded }: WorkCalls): TimeWork {
  let turn: Promise<unknown> = Promise.resolve();
  return ({ id }, work) => {
    const mine = turn.then(async () => {
      workBegan(id);
      try {
        return await work();
      } finally {
        workEnded(undefined);
      }
    });
    turn = mine.catch(() => undefined);
    return mine;
  };
}
