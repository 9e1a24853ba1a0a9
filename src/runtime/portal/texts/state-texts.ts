import type { LifecycleState } from '#compiled/manifest.ts';

/** The lifecycle states of API versions. */
export const stateTexts: Readonly<Record<LifecycleState, string>> = {
  created: 'Created',
  published: 'Published',
  deprecated: 'Deprecated',
  blocked: 'Blocked',
  retired: 'Retired',
};
