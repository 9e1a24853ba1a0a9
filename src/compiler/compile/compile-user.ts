import type { ManifestUser } from '../../compiled/manifest.ts';
import type { UserDeclaration } from '../declaration/user.ts';
import type { Declared } from '../workspace/declared.ts';
import { compileNotBefore } from './compile-not-before.ts';

/** A declared user. */
export function compileUser({ value }: Declared<UserDeclaration>): ManifestUser {
  return {
    name: value.name,
    ...(value.displayName !== undefined && { displayName: value.displayName }),
    passwordDigest: value.passwordDigest,
    state: value.state ?? 'active',
    ...compileNotBefore(value),
  };
}
