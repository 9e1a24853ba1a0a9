/** How a thread reports its tasks, which run one after another, to the main thread. */
export type WorkCalls = {
  /** Called when a task starts, with the ID of the person it is for. */
  readonly workBegan: (person: string) => void;
  readonly workEnded: (nothing: undefined) => void;
};

/** Measures each task of another thread. A task that never yields cannot be stopped from within its thread. */
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

  /** `isExceeded` is called with the ID of a person whose task has taken longer than `maxMs`, in milliseconds. */
  constructor(maxMs: number, isExceeded: (person: string) => void) {
    this.#maxMs = maxMs;
    this.#isExceeded = isExceeded;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }
}

/** Runs a task for a person after all earlier tasks. The duration of each task is limited. */
export type TimeWork = <Result>(
  person: { readonly id: string },
  work: () => Promise<Result>,
) => Promise<Result>;

/** Runs the tasks of a thread one after another, and reports them to the main thread. */
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
