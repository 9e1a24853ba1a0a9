import type { Proposals } from '#runtime/ports/proposals.ts';
import type { Compiled } from '#compiled/compiled.ts';
import type { ChangesSince } from '#runtime/ports/contract-changes.ts';
import type { ReadLastChange } from '#runtime/ports/status/last-change.ts';
import type { TargetStates } from '#runtime/ports/status/target-states.ts';
import type { UsageSeries } from '#runtime/ports/usage.ts';
import { renderStorePage } from '#runtime/portal/visit/page-frame.ts';
import {
  type PortalSessions,
  openPortal,
  type Portal,
  type PortalServices,
} from '#runtime/portal/visit/portal.ts';
import type { StoreVisit, StoreAnswer } from '#runtime/portal/visit/store-visit.ts';
import { portalEndpoints } from '#runtime/portal/portal-endpoints.ts';
import type { StoreUser } from '#runtime/portal/visit/store-user.ts';
import { PublishedDocuments } from '#serve/published/published-documents.ts';
import { readPortalAssets } from '#serve/portal/read-portal-assets.ts';

interface VisitOptions {
  readonly user?: StoreUser;
  readonly changesSince?: ChangesSince;
  readonly usage?: readonly UsageSeries[];
  readonly targetStates?: TargetStates | Promise<TargetStates>;
  readonly readLastChange?: ReadLastChange;
  /** The header Accept. */
  readonly accept?: string;
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
    groups: [],
    sessionId: 'session',
  };
}

/** What the store answers to a GET of a path below `/store`, without a server around it. */
export async function visit(
  compiled: Compiled,
  path: string,
  options: VisitOptions = {},
): Promise<StoreAnswer> {
  const { user, accept = '' } = options;
  const portal = openInTest(compiled, options);
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
      cookies: noCookies,
      acceptEncoding: '',
      accept,
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
  const portal = openInTest(compiled, options);
  return String(renderStorePage(answer.page, { portal, user: options.user, csrf: '' }, path));
}

/** The Markdown at a path. */
export async function visitMarkdown(
  compiled: Compiled,
  path: string,
  options: VisitOptions = {},
): Promise<string> {
  const answer = await visit(compiled, path, options);
  if (!('type' in answer) || !answer.type.startsWith('text/markdown') || typeof answer.body !== 'string')
    throw new Error(`${path} has no Markdown`);
  return answer.body;
}

/** The pages of this topic use nothing else of the world. */
function openInTest(
  compiled: Compiled,
  {
    changesSince = () => 'pending',
    usage = [],
    targetStates = new Map(),
    readLastChange = async () => undefined,
  }: VisitOptions,
): Portal {
  const services: Partial<PortalServices> = {
    clock: () => 0,
    assets: readPortalAssets(),
    usage: { read: async () => usage },
    readTargetStates: async () => targetStates,
    readLastChange,
    // Nobody has proposed anything.
    proposals: { list: async () => [] } as Partial<Proposals> as Proposals,
    changesSince,
    publishDocument: new PublishedDocuments().publish,
  };
  const portal = openPortal(compiled, services as PortalServices, {} as PortalSessions);
  if (!portal) throw new Error('the table has no store');
  return portal;
}

const noCookies = {} as StoreVisit['cookies'];

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
