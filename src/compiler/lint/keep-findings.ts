import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import type { DefinitionMemory } from '../workspace/definition-memory.ts';
import { OpenapiView } from '../workspace/openapi/openapi-view.ts';
import { referablePartsOf } from '../workspace/referable-parts.ts';
import type { Sources } from '../workspace/sources.ts';
import type { Definition } from '../workspace/workspace.ts';

/** Has a memory keep what was found in each definition, unless a rule failed on it. */
export async function keepFindings(
  memory: DefinitionMemory,
  sources: Sources,
  inDefinitions: ReadonlyMap<Definition, readonly Diagnostic[]>,
): Promise<void> {
  for (const [{ place, files, notices, contract }, linted] of inDefinitions) {
    if (linted.some(({ code }) => code === 'rule-crash')) continue;
    const digests = files.flatMap((file) => {
      const digest = sources.digest(file);
      return digest ? [[file, digest] as const] : [];
    });
    const diagnostics = [...notices, ...linted];
    await memory.keep(place.file, {
      files: Object.fromEntries(digests),
      diagnostics,
      ...referablePartsOf(new OpenapiView(contract)),
    });
  }
}
