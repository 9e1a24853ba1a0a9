import { coalesce } from '#platform/files/coalesce.ts';

/** A source that may change elsewhere. */
interface Looked {
  /** Checks whether there is something new. Never rejects. */
  look(): Promise<boolean>;
  /** Aborts a check. */
  stop(): void;
}

/**
 * Checks again and again, `pauseMs` after the last check has ended, and calls `changed` if there is something else.
 * Resolves after the first check with a function that checks at once and calls `changed` in any case. `opened` ends it.
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

/** Gateways that were started together should not poll at the same time. */
function spread(milliseconds: number): number {
  return milliseconds * (0.9 + Math.random() * 0.2);
}
