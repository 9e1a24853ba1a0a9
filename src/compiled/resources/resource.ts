import type { CompiledOperation } from '../compiled-api.ts';
import { toRoutePattern } from './route-pattern.ts';

/** The methods that browsers may send to an API that forwards undeclared calls. */
export const usualMethods: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Everything that an API declares for one path template. */
export interface Resource {
  readonly template: string;
  /**
   * At most one for each method, in a list, which is compact in memory. If several templates have the same pattern, the
   * first declaration of a method counts.
   */
  readonly operations: readonly CompiledOperation[];
  /** The method of each operation. Most resources share this list, so that it stays in the caches of a processor. */
  readonly methods: readonly string[];
  /** The value of an Allow header. */
  readonly allow: string;
}

/** The resource that a path leads to, and the values in the path. */
interface MatchedResource {
  readonly store: Resource;
  /** The decoded values, in the order of the template. */
  readonly values: readonly (string | undefined)[];
}

/** Finds the resource that a path leads to; undefined if no resource of the API matches. */
export type MatchResource = (path: string) => MatchedResource | undefined;

/** The resources of an API, by the router pattern of their templates. */
export function groupResources(operations: readonly CompiledOperation[]): ReadonlyMap<string, Resource> {
  const groups = new Map<string, readonly [string, CompiledOperation[]]>();
  for (const operation of operations) {
    // An unpaired surrogate is sent and written as the replacement character.
    const path = operation.path.toWellFormed();
    const pattern = toRoutePattern(path);
    const group = groups.get(pattern) ?? [path, []];
    group[1].push(operation);
    groups.set(pattern, group);
  }
  return new Map(
    [...groups].map(([pattern, [template, declared]]) => [pattern, toResource(template, declared)]),
  );
}

function toResource(template: string, declared: readonly CompiledOperation[]): Resource {
  const operations = new Map<string, CompiledOperation>();
  for (const operation of declared) {
    if (!operations.has(operation.method)) operations.set(operation.method, operation);
  }
  return { template, operations: [...operations.values()], ...methodsOf([...operations.keys()]) };
}

/** As many as there are sets of the methods of OpenAPI 3.1. */
const maxShared = 256;

const shared = new Map<string, Pick<Resource, 'methods' | 'allow'>>();

function methodsOf(methods: readonly string[]): Pick<Resource, 'methods' | 'allow'> {
  const key = methods.join(', ');
  const known = shared.get(key);
  if (known) return known;
  const allowed = new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS']);
  const made = { methods, allow: [...allowed].join(', ') };
  if (shared.size < maxShared) shared.set(key, made);
  return made;
}

/** The operation that a resource declares for a method; undefined if it declares none. */
export function operationOf(
  { operations, methods }: Resource,
  method: string,
): CompiledOperation | undefined {
  const index = methods.indexOf(method);
  return index === -1 ? undefined : operations[index];
}

/**
 * A path as lenient servers read it: all escapes resolved, backslashes as slashes, ASCII letters in lower case, without
 * parameters of segments, empty segments and a slash at the end. All escapes must be complete and valid UTF-8.
 */
export function spellingOfPath(path: string): string {
  const decoded = decodeURIComponent(path)
    .replaceAll('\\', '/')
    .replaceAll(/;[^/]*/g, '');
  const segments = foldCase(decoded)
    .split('/')
    .filter((segment) => segment !== '');
  return `/${segments.map(escape).join('/')}`;
}

/** Writes escaped and unescaped delimiters alike, since it is unknown whether a server distinguishes them. */
function escape(segment: string): string {
  return encodeURI(segment).replaceAll('?', '%3F').replaceAll('#', '%23');
}

/** A path template in the spelling of `spellingOfPath`: a path whose spelling fits it may be a path of the template. */
export function spellingOfTemplate(template: string): string {
  return `/${foldCase(template)
    .split('/')
    .filter((segment) => segment !== '')
    .join('/')}`;
}

function foldCase(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
