import type { Compiled } from '#compiled/compiled.ts';
import type { JsonObject } from '#compiled/json.ts';
import { neededScopes } from '#compiler/workspace/needed-scopes.ts';
import { openDocument } from '#openapi/open-document.ts';
import { buildTable, type ApiInTest, type TableInTest } from '../table-builder.ts';

/** A table with a store and one API, whose operations are those of a document. */
export function tableOfDocument(
  contract: JsonObject,
  changes: Partial<ApiInTest> = {},
  table: Partial<TableInTest> = {},
): Compiled {
  const operations = openDocument(contract).operations.map((operation) => {
    const scopes = neededScopes(operation);
    return { method: operation.method, path: operation.path.template, ...(scopes && { scopes }) };
  });
  const api = {
    name: 'Tried',
    context: 'tried',
    version: 'v1',
    state: 'published',
    operations,
    endpoints: { production: { targets: ['http://127.0.0.1:9'] } },
    contract,
    ...changes,
  } as const;
  const { gateway, ...others } = table;
  return buildTable({
    applications: [],
    subscriptions: [],
    ...others,
    apis: [api, ...(table.apis ?? [])],
    gateway: { store: { visibility: 'public' }, storeUrl: 'https://store.example.edu', ...gateway },
  });
}
