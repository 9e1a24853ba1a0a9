import type { Digest } from '#compiled/digest.ts';
import type { ManifestApplication, ManifestKeySet } from '#compiled/manifest.ts';
import type { ApplicationDeclaration } from './declaration.ts';
import type { Declared } from '#compiler/workspace/declared.ts';
import type { Compilation } from '#compiler/compile/compilation.ts';
import { passOn } from '#compiler/compile/pass-on.ts';
import { compileLimit } from '#compiler/compile/compile-limit.ts';
import { compileNotBefore } from '#compiler/compile/compile-not-before.ts';

/** All applications, without undeclared identity providers, which cannot log anyone in. */
export function compileApplications({
  workspace: { applications, identityProviders },
  results,
}: Compilation): readonly ManifestApplication[] {
  const known = new Set(['users', ...identityProviders.map(({ value }) => value.name)]);
  return applications.map((one) => {
    const make = () => compileApplication(one, known);
    // An entry with providers is not cached, since it depends on the declared providers.
    return one.value.identityProviders ? make() : results.entry(one, make);
  });
}

/** An application with its key sets. */
function compileApplication(
  { value }: Declared<ApplicationDeclaration>,
  knownProviders: ReadonlySet<string>,
): ManifestApplication {
  const providers = value.identityProviders?.filter((name) => knownProviders.has(name));
  return {
    ...passOn('applications', value),
    grants: value.grants.toSorted(),
    callbackUrls: (value.callbackUrls ?? []).toSorted(),
    keySets: compileKeySets(value),
    ...(providers && { identityProviders: providers.toSorted() }),
    ...compileNotBefore(value),
    ...(value.limit && { limit: compileLimit(value.limit) }),
  };
}

function compileKeySets({ keys }: ApplicationDeclaration): readonly ManifestKeySet[] {
  return (['production', 'sandbox'] as const).flatMap((keySet) => {
    const declared = keys?.[keySet];
    if (!declared) return [];
    const secretDigests = (declared.secretDigests ?? []).toSorted() as Digest[];
    return [{ keySet, consumerKey: declared.consumerKey, secretDigests }];
  });
}
