import type { Compiled } from '../../compiled/compiled.ts';
import type { CompiledApi } from '../../compiled/compiled-api.ts';
import type { Digest } from '../../compiled/digest.ts';
import type { ManifestApi } from '../../compiled/manifest.ts';
import type { ApiDeclaration } from '../declaration/api.ts';
import { apiKey } from '../../compiled/api-key.ts';
import type { CheckedWorkspace, DeclaredApi } from '../workspace/workspace.ts';
import type { CompileResults } from './compile-results.ts';
import { compileDeprecation, type FindApi } from './compile-deprecation.ts';

/** The parts of all APIs, and their entries in the manifest, in no particular order. */
export function compileParts(
  workspace: CheckedWorkspace,
  deployment: string,
  results: CompileResults,
): { readonly parts: Compiled['apis']; readonly entries: readonly ManifestApi[] } {
  const parts = new Map<Digest, CompiledApi>();
  const findApi = indexApis(workspace);
  const entries = workspace.apis.map((api) => {
    const part = results.part(api, deployment);
    parts.set(part.digest, part.api);
    const make = () => toEntry(api, part.digest, findApi);
    // Other APIs have a say in the entry of one that is deprecated.
    return api.value.deprecation ? make() : results.entry(api, make);
  });
  return { parts, entries };
}

function toEntry({ value }: DeclaredApi, part: Digest, findApi: FindApi): ManifestApi {
  const { name, version, state, blockedUntil } = value;
  const context = value.context.slice(1);
  return {
    name,
    context,
    version,
    state,
    ...(blockedUntil !== undefined && { blockedUntil: Math.ceil(Date.parse(blockedUntil) / 1000) }),
    ...compileDeprecation(value, findApi),
    part,
  };
}

/** Finds APIs by their key, with an index that is made where it is asked for. */
function indexApis({ apis }: CheckedWorkspace): FindApi {
  let index: ReadonlyMap<string, ApiDeclaration> | undefined;
  return (key) => (index ??= new Map(apis.toReversed().map(({ value }) => [apiKey(value), value]))).get(key);
}
