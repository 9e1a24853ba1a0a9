import { declaredApplications, type DeclaredApplication } from '../repository/declared-applications.ts';

/** What of an API is public, by the path after its context. */
const publicPaths: Readonly<Record<string, RegExp>> = {
  lobby: /^\/dogs$|^\/dogs\/(?!admin$)[^/]+$|^\/answers\/[^/]+$/,
  porch: /^\/dogs$/,
};

/** What of an API needs a scope, by the path after its context. */
const scopesOf: Readonly<Record<string, readonly (readonly [path: RegExp, scope: string])[]>> = {
  files: [[/^\/keys\//, 'keys:read']],
  lenient: [[/^\/+admin\/+keys\/*$/i, 'admin']],
  guarded: [[/^\/dogs\/./, 'dogs:read']],
  order: [[/^\/(?:.*\/)?admin$/, 'admin']],
};

/**
 * Whether a token may have led to a request that an upstream received, `production GET /park/dogs`. It is decided by
 * the declarations and the received path alone, as an upstream reads it: with all escapes resolved.
 */
export function mayReach(as: string | undefined, line: string): boolean {
  const [endpoint = '', method = '', target = ''] = line.split(' ');
  const [, context = '', path = ''] = /^\/([^/]+)(.*)$/.exec(readPath(target)) ?? [];
  if (/(^|\/)\.{1,2}(\/|$)/.test(path)) return false;
  if (isPublic(context, method, path)) return endpoint === 'production';
  const [client = '', ...held] = as?.split(' ') ?? [];
  const isSandbox = client.endsWith('-sandbox');
  if (endpoint !== (isSandbox ? 'sandbox' : 'production')) return false;
  const subscription = subscriptionOf(client.replace(/-sandbox$/, ''), context);
  if (!subscription || subscription['state'] === 'blocked') return false;
  const granted = ((subscription['scopes'] as readonly string[] | undefined) ?? []).filter(
    (scope) => held.length === 0 || held.includes(scope),
  );
  const needed = (scopesOf[context] ?? []).filter(([pattern]) => pattern.test(path));
  return needed.every(([, scope]) => granted.includes(scope));
}

function readPath(target: string): string {
  return decodeURIComponent(target.split('?')[0] ?? '');
}

function isPublic(context: string, method: string, path: string): boolean {
  return (method === 'GET' || method === 'HEAD') && publicPaths[context]?.test(path) === true;
}

/** The path of an endpoint is the context of its API, with the version where there are several. */
function subscriptionOf(
  name: string,
  context: string,
): DeclaredApplication['subscriptions'][string] | undefined {
  const application = declaredApplications.find((declared) => declared.name === name);
  const found = Object.entries(application?.subscriptions ?? {}).find(([api]) => {
    const [title = '', version] = api.toLowerCase().split('/');
    return context === title || context === `${title}-${version}`;
  });
  return found?.[1];
}
