import type { Digest } from '../../compiled/digest.ts';
import type { ManifestApplication, ManifestKeySet } from '../../compiled/manifest.ts';
import type { ApplicationDeclaration } from '../declaration/application.ts';
import type { Declared } from '../workspace/workspace.ts';
import { compileLimit } from './compile-limit.ts';
import { compileNotBefore } from './compile-not-before.ts';

/** An application with its key sets. */
export function compileApplication({ value }: Declared<ApplicationDeclaration>): ManifestApplication {
  return {
    name: value.name,
    type: value.type,
    owner: value.owner,
    grants: value.grants.toSorted(),
    callbackUrls: (value.callbackUrls ?? []).toSorted(),
    keySets: compileKeySets(value),
    ...(value.identityProviders && { identityProviders: value.identityProviders.toSorted() }),
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
