/** A task that runs again for triggers during a run, and never twice at once. */
export interface CoalescedTask {
  readonly trigger: () => void;
  /** Waits until no trigger is pending. */
  readonly idle: () => Promise<void>;
  /** Accepts no more triggers, and waits for the run under way. */
  readonly stop: () => Promise<void>;
}

/** Makes triggers that come while `run` is under way into one further run. `run` must not reject. */
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
