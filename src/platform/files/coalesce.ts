/** A task that never runs twice at once. Triggers during a run cause one further run. */
export interface CoalescedTask {
  readonly trigger: () => void;
  /** Waits until no trigger is pending. */
  readonly idle: () => Promise<void>;
  /** Accepts no more triggers, and waits for the current run. */
  readonly stop: () => Promise<void>;
}

/** Creates a task whose triggers during a run cause one further run. `run` must not reject. */
export function coalesce(run: () => Promise<void>): CoalescedTask {
  let running: Promise<void> | undefined;
  let isWanted = false;
  let isStopped = false;
  const trigger = () => {
    isWanted = !isStopped;
    if (isWanted) running ??= start();
  };
  const start = async () => {
    isWanted = false;
    await run();
    running = undefined;
    if (isWanted) trigger();
  };
  const idle = async (): Promise<void> => {
    await running;
    if (running) await idle();
  };
  const stop = async () => {
    isStopped = true;
    isWanted = false;
    await running;
  };
  return { trigger, idle, stop };
}
