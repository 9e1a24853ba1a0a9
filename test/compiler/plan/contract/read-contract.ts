import type { JsonObject } from '#compiled/json.ts';
import { load } from '#compiler/load/load.ts';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';
import { describeDiagnostics } from '../../describe-diagnostics.ts';

const file = 'apis/dog_park/v1/openapi.yaml';

/** A document as the gateway reads it; throws if it is not OpenAPI. */
export async function readContract(document: JsonObject): Promise<JsonObject> {
  const files = { ...cleanSources, [file]: JSON.stringify(document) };
  const { workspace, diagnostics } = await load(memorySourceTree(files), 'gateway.config.yaml');
  const errors = diagnostics.filter(({ severity }) => severity !== 'info');
  const contract = workspace?.apis[0]?.definition?.contract;
  if (errors.length > 0 || !contract) throw new Error(describeDiagnostics(errors).join('\n'));
  return contract;
}
