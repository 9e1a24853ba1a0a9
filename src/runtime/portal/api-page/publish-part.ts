import type { CompiledApi, CompiledOperation } from '#compiled/compiled-api.ts';
import type { JsonObject } from '#compiled/json.ts';
import { openDocument } from '#openapi/open-document.ts';
import { publishDocument } from '#openapi/publish/publish-document.ts';
import type { PublishedAt } from '#runtime/ports/published-documents.ts';
import { requiredScopes } from '../catalogue/describe-api.ts';

/** The document of an API as callers of the gateway need it. */
export function publishPart(api: CompiledApi, as: PublishedAt): JsonObject {
  const nameAll = (operations: readonly CompiledOperation[]) =>
    new Set(operations.map(({ method, path }) => `${method} ${path}`));
  const scoped = nameAll(api.operations.filter(({ scopes }) => scopes));
  const open = nameAll(api.operations.filter(({ access }) => access === 'public'));
  return publishDocument(openDocument(api.contract, api.numberTexts), {
    ...as,
    scopes: requiredScopes(api),
    isPublic: ({ name }) => open.has(name),
    needsScopes: ({ name }) => scoped.has(name),
  });
}
