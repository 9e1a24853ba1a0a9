import type { Compiled } from '../../../src/compiled/compiled.ts';
import type { ChangesSince } from '../../../src/runtime/ports/contract-changes.ts';
import { renderStorePage } from '../../../src/runtime/portal/pages/store-layout.ts';
import { openPortal } from '../../../src/runtime/portal/portal.ts';
import { portalEndpoints } from '../../../src/runtime/portal/portal-endpoints.ts';
import type { StoreUser } from '../../../src/runtime/portal/session/store-user.ts';
import type { StoreAnswer } from '../../../src/runtime/portal/store-answer.ts';
import { readPortalAssets } from '../../../src/serve/portal/read-portal-assets.ts';

interface VisitOptions {
  readonly user?: StoreUser;
  readonly changesSince?: ChangesSince;
}

/** A user of the store by name, without teams. */
export function userInTest(username: string): StoreUser {
  const subject = `user:${username}`;
  return {
    subject,
    username,
    displayName: username,
    emails: [],
    teams: [],
    provider: 'users',
    sessionId: 'session',
  };
}

/** What the store answers to a GET of a path below `/store`, without a server around it. */
export async function visit(
  compiled: Compiled,
  path: string,
  { user, changesSince = () => 'pending' }: VisitOptions = {},
): Promise<StoreAnswer> {
  const portal = openPortal(compiled, { clock: () => 0, assets: readPortalAssets(), changesSince });
  if (!portal) throw new Error('the table has no store');
  const { pathname, searchParams } = new URL(path, 'https://store.example.edu');
  for (const endpoint of portalEndpoints) {
    const parameters = endpoint.method === 'GET' ? matchPath(endpoint.path, pathname) : undefined;
    if (!parameters) continue;
    const reader = { portal, user, csrf: '' };
    return endpoint.answer({
      ...reader,
      parameters,
      query: searchParams,
      form: new Map(),
      address: '192.0.2.1',
    });
  }
  throw new Error(`nothing answers ${path}`);
}

/** The markup of a page. */
export async function visitPage(
  compiled: Compiled,
  path: string,
  options: VisitOptions = {},
): Promise<string> {
  const answer = await visit(compiled, path, options);
  if (!('page' in answer)) throw new Error(`${path} is not a page`);
  const portal = openPortal(compiled, {
    clock: () => 0,
    assets: readPortalAssets(),
    changesSince: () => 'pending',
  });
  if (!portal) throw new Error('the table has no store');
  return String(renderStorePage(answer.page, { portal, user: options.user, csrf: '' }));
}

/** A page as a person reads it: a line for each block, links with their addresses. */
export function readPage(page: string): string {
  const main = /<main[^>]*>([\s\S]*)<\/main>/.exec(page)?.[1] ?? page;
  return main
    .replace(/<pre[^>]*>([\s\S]*?)<\/pre>/g, (_, code: string) => `<p>${code.replaceAll('\n', '<p>  ')}</p>`)
    .replace(/<option value="[^"]*" (selected="")?\s*>/g, (_, isSelected?: string) =>
      isSelected ? ' [x] ' : ' [ ] ',
    )
    .replace(/\s+/g, ' ')
    .replace(
      /<a [^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a\s*>/g,
      (_, href: string, text: string) => `${text.trim()} (${href})`,
    )
    .replace(/<h(\d)[^>]*>/g, (_, level: string) => `\n\n${'#'.repeat(Number(level))} `)
    .replace(/<(p|li|dt|dd|tr|summary|label|legend|button|div|ul|table)\b[^>]*>/g, '\n')
    .replace(/<\/t[dh]>/g, ' | ')
    .replace(/<[^>]+>/g, '')
    .replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => entities[name] ?? '')
    .split('\n')
    .map((line) => line.replace(/ +/g, ' ').trim())
    .filter((line, index, lines) => line !== '' || (lines[index - 1] ?? '') !== '')
    .join('\n')
    .trim();
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

function matchPath(pattern: string, pathname: string): Readonly<Record<string, string>> | undefined {
  const [names, values] = [`/store${pattern}`.split('/'), pathname.split('/')];
  if (names.length !== values.length) return undefined;
  const found: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const value = values[index] ?? '';
    if (name.startsWith(':')) found[name.slice(1)] = decodeURIComponent(value);
    else if (name !== value) return undefined;
  }
  return found;
}
