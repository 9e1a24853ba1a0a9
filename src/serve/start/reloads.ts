import { type CoalescedTask, coalesce } from '#platform/files/coalesce.ts';
import type { OperatorMetrics } from '../observability/operator-metrics.ts';
import { messageOf } from '../served/startup-error.ts';
import { failReload, type LoadContext, reloadGeneration } from './load-generation.ts';

/** Reloads the sources when they may have changed, one reload at a time, once the first table is served. */
export class Reloads {
  #task: CoalescedTask | undefined;
  #isWanted = false;

  /** Call this when the sources may have changed. */
  readonly trigger = (): void => {
    if (this.#task) this.#task.trigger();
    else this.#isWanted = true;
  };

  /** Starts to reload, including for changes until now. `opened` stops it. */
  begin(context: LoadContext, metrics: OperatorMetrics, opened: AsyncDisposableStack): void {
    const task = coalesce(() => metrics.timeReload(() => reloadSource(context)));
    opened.defer(() => {
      // The current reload may wait for files for a long time.
      context.source.stop();
      return task.stop();
    });
    this.#task = task;
    if (this.#isWanted) task.trigger();
  }
}

/** Reloads the sources. Never rejects: on any error, the previous table is still served. */
async function reloadSource(context: LoadContext): Promise<void> {
  try {
    const reading = await context.source.read();
    if (reading.ok) await reloadGeneration(context, reading.table, reading.held, reading.commit);
    else failReload(context, reading.failure);
  } catch (error) {
    if (context.serving.isDraining) return;
    failReload(context, { message: messageOf(error), diagnostics: [] });
  }
}
