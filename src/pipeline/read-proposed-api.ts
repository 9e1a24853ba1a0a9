import { isJsonObject, type Json } from '#compiled/json.ts';
import type { ProposedApi } from '#compiled/proposals/proposed-change.ts';
import { parseSource } from '#compiler/load/syntax/parse-source.ts';
import { proposeApi, proposeContext } from '#compiler/propose/propose-api.ts';

/**
 * The fields of an API that the text of an OpenAPI document suggests, in YAML or JSON, with the context of `name` if one
 * was entered; or, if it cannot be read, the reason.
 */
export async function readProposedApi(text: string, name?: string): Promise<ProposedApi | string> {
  const isJson = /^\s*\{/.test(text);
  const source = await parseSource(`openapi.${isJson ? 'json' : 'yaml'}`, text.replace(/^\uFEFF/, ''));
  const [problem] = source.problems;
  if (problem) {
    const { line, column } = source.toLocation(problem.span, '');
    return `The document is broken at line ${line}, column ${column}: ${problem.message}`;
  }
  const document = (source.documents[0]?.value ?? null) as Json;
  if (isJsonObject(document) && ('openapi' in document || 'swagger' in document)) {
    const proposed = proposeApi(document);
    return name === undefined ? proposed : { ...proposed, context: proposeContext(name) };
  }
  return 'This is not an OpenAPI document: it has neither `openapi` nor `swagger` at its top level.';
}
