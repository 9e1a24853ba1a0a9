/** From which end of a list a thread takes tasks. */
export type End = 'front' | 'back';

/** Tasks of which several threads take the next one, each task once. */
export class TaskList {
  /** Another thread builds the same list from it. `taken` counts tasks: all, from the front, from the back. */
  readonly data: { readonly tasks: readonly string[]; readonly taken: Int32Array<SharedArrayBuffer> };

  constructor(tasks: readonly string[] | TaskList['data']) {
    const isNew = !('taken' in tasks);
    this.data = isNew ? { tasks, taken: new Int32Array(new SharedArrayBuffer(12)) } : tasks;
  }

  /** Takes one after the other until none is left. */
  *from(end: End): Generator<string> {
    const { tasks, taken } = this.data;
    while (Atomics.add(taken, 0, 1) < tasks.length) {
      const index = end === 'front' ? Atomics.add(taken, 1, 1) : tasks.length - 1 - Atomics.add(taken, 2, 1);
      yield tasks[index] ?? '';
    }
  }
}
