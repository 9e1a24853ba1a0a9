import type { LifecycleState } from '../../../compiled/manifest.ts';

/** Whether an API of a state has callers: one that is blocked keeps them for later. */
export function isLive(state: LifecycleState): boolean {
  return state === 'published' || state === 'deprecated' || state === 'blocked';
}
