import createRouter from 'find-my-way';
import type { CompiledOperation } from '#compiled/compiled-api.ts';
import { groupResources, type MatchResource, type Resource } from '#compiled/resources/resource.ts';
import { ResourceTree, undecided } from './resource-tree.ts';
import { fromRouteValue, toRoutePath } from '#compiled/resources/route-pattern.ts';

/**
 * Builds the matcher of an API: a tree for usual paths and templates, and a router for all others. Never throws:
 * templates that match the same paths become one resource.
 */
export function createMatcher(operations: readonly CompiledOperation[]): MatchResource {
  const resources = groupResources(operations);
  const tree = new ResourceTree<Resource>();
  for (const resource of resources.values()) tree.add(resource.template, resource);
  let route: MatchResource | undefined;
  return (path) => {
    const values: string[] = [];
    const store = isPlain(path) ? tree.find(path, values) : undecided;
    if (store === undecided) return (route ??= matchByRouter(resources))(path);
    return store && { store, values };
  };
}

/** Whether every character of a path is literal, in the router too; no path contains `#` or `?`. */
function isPlain(path: string): boolean {
  return !path.includes('%') && !path.includes('*');
}

/** Builds a matcher for paths and templates of every kind. */
export function matchByRouter(byPattern: ReadonlyMap<string, Resource>): MatchResource {
  // Longer than any request line that Node accepts, so that the length of a parameter never fails.
  const router = createRouter({ maxParamLength: 1 << 20, allowUnsafeRegex: true });
  for (const [pattern, resource] of byPattern) addRoute(router, pattern, resource);
  const find: FindRoute = (path) => router.find('GET', toRoutePath(path));
  return (path) => {
    const found = find(path);
    if (!found || !endsLike(path, found.store.template)) return undefined;
    if (path.includes('%') && isAmbiguous(path, find)) return undefined;
    const values = Object.values(found.params).map(fromRouteValue);
    return { store: found.store, values };
  };
}

/** A literal that find-my-way takes for syntax of its own, such as `()` or `?`, leaves its template without a route. */
function addRoute(router: ReturnType<typeof createRouter>, pattern: string, resource: Resource): void {
  try {
    router.on('GET', pattern, () => undefined, resource);
  } catch {
    // The other resources of the API are still served.
  }
}

type FindRoute = (path: string) => FoundRoute | null;

interface FoundRoute {
  readonly store: Resource;
  /** By `p0`, `p1` … in this order. */
  readonly params: { readonly [name: string]: string | undefined };
}

/** An escaped character that delimits parts of a segment if it is not escaped. */
const escapedDelimiter = /%(?=2[46abc]|3[abd]|40)/gi;

/**
 * An escaped comma delimits nothing (RFC 3986 section 2.2), but it does to a server that unescapes all before matching.
 * If the two would find different resources, it is unknown which one is requested.
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
