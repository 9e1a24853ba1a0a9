import type { ApiDeclaration } from '../../declaration/api.ts';

/** The steps of a version's life. */
export const stages = ['created', 'published', 'deprecated', 'retired'] as const;

export type Stage = (typeof stages)[number];

/** How far a version is in its life. One that is blocked is where it was before, which only its deprecation tells. */
export function stageOf({ state, deprecation }: ApiDeclaration): Stage {
  if (state !== 'blocked') return state;
  return deprecation ? 'deprecated' : 'published';
}
