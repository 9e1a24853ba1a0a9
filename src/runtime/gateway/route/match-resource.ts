import createRouter from 'find-my-way';
import type { CompiledOperation } from '../../../compiled/compiled-api.ts';
import { groupResources, type MatchResource, type Resource } from './resource.ts';
import { fromRouteValue, toRoutePath } from './route-pattern.ts';

/**
 * Builds the matcher of an API. Its router is built by the first path, since of many APIs few are called at once. Never
 * throws: templates that match the same paths become one resource.
 */
export function createMatcher(operations: readonly CompiledOperation[]): MatchResource {
  const resources = groupResources(operations);
  let find: FindRoute | undefined;
  return (path) => matchBy((find ??= createFinder(resources)), path);
}

function createFinder(byPattern: ReadonlyMap<string, Resource>): FindRoute {
  // Longer than any request line that Node accepts, so that the length of a parameter is never what fails.
  const router = createRouter({ maxParamLength: 1 << 20, allowUnsafeRegex: true });
  for (const [pattern, resource] of byPattern) router.on('GET', pattern, () => undefined, resource);
  return (path) => router.find('GET', toRoutePath(path));
}

function matchBy(find: FindRoute, path: string): ReturnType<MatchResource> {
  const found = find(path);
  if (!found || !endsLike(path, found.store.template)) return undefined;
  if (path.includes('%') && isAmbiguous(path, find)) return undefined;
  return { store: found.store, values: Object.values(found.params).map(fromRouteValue) };
}

type FindRoute = (path: string) => FoundRoute | null;

interface FoundRoute {
  readonly store: Resource;
  /** By `p0`, `p1` … in this order. */
  readonly params: { readonly [name: string]: string | undefined };
}

/** An escaped character that delimits parts of a segment where it is not escaped. */
const escapedDelimiter = /%(?=2[46abc]|3[abd]|40)/gi;

/**
 * An escaped comma delimits nothing (RFC 3986 section 2.2), but to a server that unescapes all before it looks it does.
 * If the two would find different resources, nobody can say which one is asked for.
 */
function isAmbiguous(path: string, find: FindRoute): boolean {
  const escaped = path.replace(escapedDelimiter, '%25');
  if (escaped === path) return false;
  const unescaped = path.replace(/%(?:2[46abc]|3[abd]|40)/gi, decodeURIComponent);
  return find(escaped)?.store !== find(unescaped)?.store;
}

/** find-my-way lets a parameter be empty, which after `//` is refused can only be one at the end of a path. */
function endsLike(path: string, template: string): boolean {
  return !path.endsWith('/') || template.endsWith('/');
}
