/** From which end of the list a thread takes tasks. */
export type End = 'front' | 'back';

/** A task list that several threads share; each task is taken once. */
export class TaskList {
  /**
   * Pass this to another thread, which builds the same list from it. `taken` counts the taken tasks: in total, from the
   * front, from the back.
   */
  readonly data: { readonly tasks: readonly string[]; readonly taken: Int32Array<SharedArrayBuffer> };

  constructor(tasks: readonly string[] | TaskList['data']) {
    const isNew = !('taken' in tasks);
    this.data = isNew ? { tasks, taken: new Int32Array(new SharedArrayBuffer(12)) } : tasks;
  }

  /** Yields one task after the other until none is left. */
  *from(end: End): Generator<string> {
    const { tasks, taken } = this.data;
    while (Atomics.add(taken, 0, 1) < tasks.length) {
      const index = end === 'front' ? Atomics.add(taken, 1, 1) : tasks.length - 1 - Atomics.add(taken, 2, 1);
      yield tasks[index] ?? '';
    }
  }
}
