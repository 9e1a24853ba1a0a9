import { coalesce } from '#platform/files/coalesce.ts';

/** A remote source that can be polled. */
interface Looked {
  /** Checks for changes; true if there are any. Never rejects. */
  look(): Promise<boolean>;
  /** Aborts a running check. */
  stop(): void;
}

/**
 * Polls a source, and calls `changed` if it has changed. `pauseMs` is the time between the end of a check and the next
 * one. Resolves after the first check. The resulting function checks immediately, and calls `changed` in any case.
 * `opened` stops the polling.
 */
export async function keepPolling(
  looked: Looked,
  pauseMs: () => number,
  changed: () => void,
  opened: AsyncDisposableStack,
): Promise<() => void> {
  let isRequested = false;
  let timer: NodeJS.Timeout | undefined;
  const looks = coalesce(async () => {
    clearTimeout(timer);
    const wasRequested = isRequested;
    isRequested = false;
    if ((await looked.look()) || wasRequested) changed();
    timer = setTimeout(looks.trigger, spread(pauseMs()));
  });
  opened.defer(async () => {
    looked.stop();
    await looks.stop();
    clearTimeout(timer);
  });
  await looked.look();
  if (!opened.disposed) timer = setTimeout(looks.trigger, spread(pauseMs()));
  return () => {
    isRequested = true;
    looks.trigger();
  };
}

/** Varies a pause, so that gateways that were started together do not poll at the same time. */
function spread(milliseconds: number): number {
  return milliseconds * (0.9 + Math.random() * 0.2);
}
