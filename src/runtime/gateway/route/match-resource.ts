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

/** Whether a path contains nothing that the router treats specially. `#` and `?` never occur in a path. */
function isPlain(path: string): boolean {
  return !path.includes('%') && !path.includes('*');
}

/** Builds a matcher for paths and templates of every kind. */
export function matchByRouter(byPattern: ReadonlyMap<string, Resource>): MatchResource {
  // Longer than any request line that Node accepts, so that no parameter is too long.
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

/**
 * Adds a route. A template with a literal that find-my-way takes for its own syntax, such as `()` or `?`, gets none.
 */
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
  /** The values of the parameters by `p0`, `p1` …, in this order. */
  readonly params: { readonly [name: string]: string | undefined };
}

/** The percent sign of an escaped delimiter, such as the comma in `%2C`. */
const escapedDelimiter = /%(?=2[46abc]|3[abd]|40)/gi;

/**
 * Whether different servers would find different resources. An escaped comma is not a delimiter (RFC 3986 section 2.2),
 * except to a server that decodes the path before it matches.
 */
function isAmbiguous(path: string, find: FindRoute): boolean {
  const escaped = path.replace(escapedDelimiter, '%25');
  if (escaped === path) return false;
  const unescaped = path.replace(/%(?:2[46abc]|3[abd]|40)/gi, decodeURIComponent);
  return find(escaped)?.store !== find(unescaped)?.store;
}

/**
 * False if the last parameter is empty, which find-my-way accepts. No other can be empty, since paths with `//` are
 * refused.
 */
function endsLike(path: string, template: string): boolean {
  return !path.endsWith('/') || template.endsWith('/');
}
