import type { ManifestUser } from '#compiled/manifest.ts';
import type { UserDeclaration } from './declaration.ts';
import type { Compilation } from '#compiler/compile/compilation.ts';
import { passOn } from '#compiler/compile/pass-on.ts';
import type { Declared } from '#compiler/workspace/declared.ts';
import { compileNotBefore } from '#compiler/compile/compile-not-before.ts';

/** All users. */
export function compileUsers({ workspace: { users }, results }: Compilation): readonly ManifestUser[] {
  return users.map((one) => results.entry(one, compileUser));
}

/** A declared user. */
function compileUser({ value }: Declared<UserDeclaration>): ManifestUser {
  return { ...passOn('users', value), ...compileNotBefore(value) };
}
