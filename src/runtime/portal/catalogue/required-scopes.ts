import type { CompiledApi } from '#compiled/compiled-api.ts';

/** The scopes that the operations of an API require, with what they allow: the API may describe more. */
export function requiredScopes({
  operations,
  scopes,
}: Pick<CompiledApi, 'operations' | 'scopes'>): Readonly<Record<string, string>> {
  const required = new Set(operations.flatMap((operation) => operation.scopes?.flat() ?? []));
  return Object.fromEntries(Object.entries(scopes).filter(([scope]) => required.has(scope)));
}
