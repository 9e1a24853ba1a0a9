import createRouter from 'find-my-way';
import type { CompiledOperation } from '../../compiled/compiled-api.ts';
import { toRoutePath, toRoutePattern } from './route-pattern.ts';

/** Everything that an API declares for one path template. */
interface Resource {
  readonly template: string;
  /** By method. Where two templates match the same paths, the first one has the say. */
  readonly operations: ReadonlyMap<string, CompiledOperation>;
  /** The value of an Allow header. */
  readonly allow: string;
}

/** The resource that a path leads to, and the values in the path. */
interface MatchedResource {
  readonly store: Resource;
  /** Decoded, by `p0`, `p1` … as they stand in the template. */
  readonly params: Readonly<Record<string, string | undefined>>;
}

/** Finds the resource that a path leads to; undefined where the API has none there. */
export type MatchResource = (path: string) => MatchedResource | undefined;

/** Builds the matcher of an API. Never throws: templates that match the same paths become one resource. */
export function createMatcher(operations: readonly CompiledOperation[]): MatchResource {
  // Longer than any request line that Node accepts, so that the length of a parameter is never what fails.
  const router = createRouter({ maxParamLength: 1 << 20, allowUnsafeRegex: true });
  for (const [pattern, [template, declared]] of groupByPattern(operations)) {
    router.on('GET', pattern, () => undefined, toResource(template, declared));
  }
  const find = (path: string): MatchedResource | null => router.find('GET', toRoutePath(path));
  return (path) => {
    const found = find(path);
    if (!found || !endsLike(path, found.store.template)) return undefined;
    return path.includes('%') && isAmbiguous(path, find) ? undefined : found;
  };
}

/** An escaped character that delimits parts of a segment where it is not escaped. */
const escapedDelimiter = /%(?=2[46abc]|3[ad]|40)/gi;

/**
 * An escaped comma delimits nothing (RFC 3986 section 2.2), but to a server that unescapes all before it looks it does.
 * Where the two would find different resources, nobody can say which one is asked for.
 */
function isAmbiguous(path: string, find: (path: string) => MatchedResource | null): boolean {
  const escaped = path.replace(escapedDelimiter, '%25');
  if (escaped === path) return false;
  const unescaped = path.replace(/%(?:2[46abc]|3[ad]|40)/gi, decodeURIComponent);
  return find(escaped)?.store !== find(unescaped)?.store;
}

function groupByPattern(
  operations: readonly CompiledOperation[],
): ReadonlyMap<string, readonly [string, CompiledOperation[]]> {
  const groups = new Map<string, readonly [string, CompiledOperation[]]>();
  for (const operation of operations) {
    const pattern = toRoutePattern(operation.path);
    const group = groups.get(pattern) ?? [operation.path, []];
    group[1].push(operation);
    groups.set(pattern, group);
  }
  return groups;
}

function toResource(template: string, declared: readonly CompiledOperation[]): Resource {
  const operations = new Map<string, CompiledOperation>();
  for (const operation of declared) {
    if (!operations.has(operation.method)) operations.set(operation.method, operation);
  }
  const methods = new Set([...operations.keys(), ...(operations.has('GET') ? ['HEAD'] : []), 'OPTIONS']);
  return { template, operations, allow: [...methods].join(', ') };
}

/** find-my-way lets a parameter be empty, which after `//` is refused can only be one at the end of a path. */
function endsLike(path: string, template: string): boolean {
  return !path.endsWith('/') || template.endsWith('/');
}
