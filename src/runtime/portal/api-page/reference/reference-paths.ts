import { nameOfSchema } from '#openapi/named-schemas.ts';
import type { OperationNode, SchemaNode } from '#openapi/model.ts';
import { pathOfApi, type NamedApi, type PortalAddresses } from '../../visit/paths.ts';

/** In UTF-16 code units, encoded; browsers and proxies refuse longer URLs. */
const longestUrl = 6000;

/** Where the pages about the parts of one document are. */
export interface ReferencePaths {
  /** The page of a schema; undefined if its URL would be too long, or its name has half a surrogate pair. */
  schema(schema: SchemaNode): string | undefined;
  named(name: string): string | undefined;
  /** The page of the schema at an RFC 6901 pointer. */
  at(pointer: string): string | undefined;
  /** The page of an operation, or of a part of it. */
  operation(operation: OperationNode, part?: PartName): string | undefined;
}

/** A part of an operation with a page of its own. */
export interface PartName {
  readonly part: 'description' | 'parameters' | 'parameter' | 'body' | 'responses' | 'response';
  /** The parameter or the status. */
  readonly name?: string;
  /** The location of the parameter. */
  readonly in?: string;
}

/** The paths of the pages about an API version. */
export function referencePaths(addresses: PortalAddresses, api: NamedApi): ReferencePaths {
  const base = pathOfApi(addresses, api);
  const named = (name: string) =>
    name.isWellFormed() ? unlessLong(`${base}/schemas/${encodeURIComponent(name)}`) : undefined;
  const at = (pointer: string) =>
    unlessLong(`${base}/schemas?${new URLSearchParams({ at: pointer }).toString()}`);
  return {
    named,
    at,
    schema: (schema) => {
      const name = nameOfSchema(schema);
      return name === undefined ? at(schema.pointer) : named(name);
    },
    operation: (operation, part) => {
      const query = new URLSearchParams({ ...identify(operation), ...part });
      return unlessLong(`${base}/operation?${query.toString()}`);
    },
  };
}

function unlessLong(url: string): string | undefined {
  return url.length <= longestUrl ? url : undefined;
}

/** The query that identifies an operation; an operation that the API calls is identified by its pointer. */
function identify({ method, path, pointer, document }: OperationNode): Readonly<Record<string, string>> {
  const isServed = document.operation(method, path.template)?.pointer === pointer;
  return isServed ? { method, path: path.template } : { at: pointer };
}

/** Adds the index of the first entry to a path of a page. */
export function continuedAt(path: string, from: number): string {
  return `${path}${path.includes('?') ? '&' : '?'}from=${from}`;
}

/** The index of the first entry on a page, from its URL. */
export function readFrom(query: URLSearchParams): number {
  const from = Math.trunc(Number(query.get('from')));
  return from >= 0 ? from : 0;
}
