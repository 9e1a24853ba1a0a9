import { RefusedRequest } from './refused-request.ts';
import type { Route } from './route.ts';

interface MatchedRoute {
  readonly route: Route;
  readonly identifiers: Readonly<Record<string, string>>;
}

/** The first route that answers a method of a path. Throws a 404, or a 405 where the path has other methods. */
export function matchRoute(routes: readonly Route[], method: string, path: string): MatchedRoute {
  const wanted = method === 'HEAD' ? 'GET' : method;
  const matches = routes.flatMap((route) => matchPath(route, path));
  const match = matches.find(({ route }) => route.method === wanted);
  if (match) return match;
  if (matches.length === 0) throw new RefusedRequest(404, 'resource_not_found', 'There is no such resource.');
  throw new RefusedRequest(405, 'method_not_allowed', `This resource has no ${method}.`, {
    headers: { Allow: matches.map(({ route }) => route.method).join(', ') },
  });
}

function matchPath(route: Route, path: string): readonly MatchedRoute[] {
  const match = templateExpression(route.path).exec(path);
  return match ? [{ route, identifiers: decodeGroups(match.groups ?? {}) }] : [];
}

/** A comma ends an identifier, so that compound ones come apart. */
function templateExpression(template: string): RegExp {
  return new RegExp(`^${template.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/,]+)')}$`);
}

function decodeGroups(groups: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  try {
    return Object.fromEntries(
      Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]),
    );
  } catch {
    throw new RefusedRequest(400, 'path_malformed', 'The path is not well encoded.');
  }
}
