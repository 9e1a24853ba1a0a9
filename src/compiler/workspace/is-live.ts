import type { ApiDeclaration } from '../declaration/api.ts';

/** Whether a version counts as supported: published, deprecated or blocked, and neither created nor retired. */
export function isLive({ state }: Pick<ApiDeclaration, 'state'>): boolean {
  return state !== 'created' && state !== 'retired';
}
