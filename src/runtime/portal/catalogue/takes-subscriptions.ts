import type { ManifestApi } from '#compiled/manifest.ts';

/** Whether a version takes new subscriptions; nobody should begin to use one that is deprecated or retired. */
export function takesSubscriptions({ state }: Pick<ManifestApi, 'state'>): boolean {
  return state !== 'deprecated' && state !== 'retired';
}
