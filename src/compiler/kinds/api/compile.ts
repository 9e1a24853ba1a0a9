import type { Digest } from '#compiled/digest.ts';
import type { ManifestApi } from '#compiled/manifest.ts';
import type { ApiDeclaration } from './declaration.ts';
import { apiKey } from '#compiled/api-key.ts';
import type { CheckedWorkspace, DeclaredApi } from '#compiler/workspace/workspace.ts';
import type { Compilation } from '#compiler/compile/compilation.ts';
import { passOn } from '#compiler/compile/pass-on.ts';
import { compileAddresses } from './compile/compile-addresses.ts';
import { compileDeprecation, type FindApi } from './compile/compile-deprecation.ts';

/** The entries of all APIs, which refer to their parts by digest. */
export function compileApis({ workspace, deployment, results }: Compilation): readonly ManifestApi[] {
  const findApi = indexApis(workspace);
  return workspace.apis.map((api) => {
    const digest = results.part(api, deployment);
    const make = () => toEntry(api, digest, findApi);
    // The entry of a deprecated API is not cached, since it depends on other APIs.
    return api.value.deprecation ? make() : results.entry(api, make);
  });
}

function toEntry({ value }: DeclaredApi, part: Digest, findApi: FindApi): ManifestApi {
  const { context, blockedUntil } = value;
  return {
    ...passOn('apis', value),
    context: context.slice(1),
    ...(blockedUntil !== undefined && { blockedUntil: Math.ceil(Date.parse(blockedUntil) / 1000) }),
    ...compileDeprecation(value, findApi),
    ...compileAddresses(value),
    part,
  };
}

/** Finds APIs by their key, with an index that is made on first use. */
function indexApis({ apis }: CheckedWorkspace): FindApi {
  let index: ReadonlyMap<string, ApiDeclaration> | undefined;
  return (key) => (index ??= new Map(apis.toReversed().map(({ value }) => [apiKey(value), value]))).get(key);
}
