import { coalesce } from './coalesce.ts';

/** What may have changed elsewhere. */
interface Looked {
  /** Looks; whether there is something else now. Never rejects. */
  look(): Promise<boolean>;
  /** Breaks a look off. */
  stop(): void;
}

/**
 * Looks, and when it has, again and again, `pauseMs` after the last look has ended: then it calls `changed` where there is
 * something else. Resolves after the first look with what has it look at once, and call `changed` in any case. `opened`
 * ends it.
 */
export async function keepLooking(
  looked: Looked,
  pauseMs: () => number,
  changed: () => void,
  opened: AsyncDisposableStack,
): Promise<() => void> {
  let isAsked = false;
  let timer: NodeJS.Timeout | undefined;
  const looks = coalesce(async () => {
    clearTimeout(timer);
    const wasAsked = isAsked;
    isAsked = false;
    if ((await looked.look()) || wasAsked) changed();
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
    isAsked = true;
    looks.trigger();
  };
}

/** Gateways that were started together are not to ask together. */
function spread(milliseconds: number): number {
  return milliseconds * (0.9 + Math.random() * 0.2);
}
