import type { CompiledApi, CompiledOperation } from '#compiled/compiled-api.ts';
import { textOfContract } from '#compiled/deferred-contract.ts';
import { methodOverrides, pathOverrides } from '#compiled/header-fate.ts';
import type { Resource } from '#compiled/resources/resource.ts';
import type { OpenapiDocument, OperationNode } from '#openapi/model.ts';
import { openDocument } from '#openapi/open-document.ts';
import { limitName } from '../limits/limit-name.ts';
import { plainName, type LuaValue } from '../text/lua-text.ts';

/** Headers that override the method or the path, each with the error code of a call that has it. */
export const overrides = [
  ...methodOverrides.map((name) => [name, 'method_overridden'] as const),
  ...pathOverrides.map((name) => [name, 'path_overridden'] as const),
];

/** The resources of an API in the form that the program reads. */
export function describeResources(
  part: CompiledApi,
  resources: ReadonlyMap<string, Resource>,
): readonly LuaValue[] {
  const reader = readDeclared(part);
  return [...resources.values()].map(({ template, allow, operations }) => ({
    path: template,
    allow,
    operations: operations.map((operation) => describeOperation(operation, reader)),
  }));
}

function describeOperation(operation: CompiledOperation, reader: DeclaredReader): LuaValue {
  const { method, path, access, scopes, limit } = operation;
  const declared = reader.overridesOf(operation);
  return {
    method,
    path,
    isPublic: access === 'public' ? true : undefined,
    takesCookies: access === 'public' && reader.takesCookies(operation) ? true : undefined,
    scopes,
    limit: limit && limitName(limit),
    subject: limit && `${method} ${plainName(path)}`,
    declared: declared.length > 0 ? declared : undefined,
  };
}

interface DeclaredReader {
  readonly overridesOf: (operation: CompiledOperation) => readonly string[];
  readonly takesCookies: (operation: CompiledOperation) => boolean;
}

/** Opens the document only if its text mentions one of the headers, or if an operation is public. */
function readDeclared(part: CompiledApi): DeclaredReader {
  let opened: OpenapiDocument | undefined;
  const open = () => (opened ??= openDocument(part.contract));
  const find = ({ method, path }: CompiledOperation): OperationNode | undefined => {
    return open().operations.find((node) => node.method === method && node.path.template === path);
  };
  const text = textOfContract(part).toLowerCase();
  const namesOverride = overrides.some(([name]) => text.includes(name));
  return {
    overridesOf: (operation) => (namesOverride ? headersOf(find(operation)) : []),
    takesCookies: (operation) => declaresCookie(open(), find(operation)),
  };
}

function headersOf(operation: OperationNode | undefined): readonly string[] {
  const headers = (operation?.parameters ?? []).filter(({ location }) => location === 'header');
  const names = new Set(headers.map(({ name }) => name.toLowerCase()));
  return overrides.map(([name]) => name).filter((name) => names.has(name));
}

function declaresCookie(document: OpenapiDocument, operation: OperationNode | undefined): boolean {
  const { parameters = [], security = [] } = operation ?? {};
  if (parameters.some(({ location }) => location === 'cookie')) return true;
  const schemes = security.flatMap((requirement) => [...requirement.keys()]);
  return schemes.some((name) => document.securitySchemes.get(name)?.apiKey.location === 'cookie');
}
