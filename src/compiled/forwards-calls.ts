import type { ManifestApi } from './manifest.ts';

/** Whether calls of an API are forwarded; the upstreams and the secrets of others are not needed. */
export function forwardsCalls({ state }: Pick<ManifestApi, 'state'>): boolean {
  return state === 'published' || state === 'deprecated';
}
