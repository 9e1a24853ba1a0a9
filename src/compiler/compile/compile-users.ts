import type { ManifestUser } from '../../compiled/manifest.ts';
import type { CheckedWorkspace } from '../workspace/workspace.ts';
import { compileNotBefore } from './compile-not-before.ts';

/** The declared users, in no particular order. */
export function compileUsers({ users }: CheckedWorkspace): readonly ManifestUser[] {
  return users.map(({ value }) => ({
    name: value.name,
    ...(value.displayName !== undefined && { displayName: value.displayName }),
    passwordDigest: value.passwordDigest,
    state: value.state ?? 'active',
    ...compileNotBefore(value),
  }));
}
