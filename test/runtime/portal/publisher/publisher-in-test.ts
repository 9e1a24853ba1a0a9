import { build } from '#pipeline.ts';
import { apiKey } from '#compiled/api-key.ts';
import { openApiReporter } from '#pipeline/report-on.ts';
import { renderStorePage } from '#runtime/portal/visit/page-frame.ts';
import type { StorePage, StoreVisit } from '#runtime/portal/visit/store-visit.ts';
import {
  openPortal,
  type Portal,
  type PortalServices,
  type PortalSessions,
} from '#runtime/portal/visit/portal.ts';
import { portalEndpoints } from '#runtime/portal/portal-endpoints.ts';
import type { StoreUser } from '#runtime/portal/visit/store-user.ts';
import type { Drift } from '#runtime/ports/drift.ts';
import type { Proposals } from '#runtime/ports/proposals.ts';
import type { UsageIncrement } from '#runtime/ports/usage-store.ts';
import { createMemoryUsage } from '#runtime/state/usage/memory-usage.ts';
import { DriftLog } from '#serve/observability/drift-log.ts';
import { readPortalAssets } from '#serve/portal/read-portal-assets.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';
import { repositoryWithFindings } from '../../../compiler/report/repository-with-findings.ts';

export const now = Date.parse('2026-06-15T12:00:00Z');

/** A repository without errors in which parks-team owns two versions and ada@example.edu one. */
export const publishedRepository: Readonly<Record<string, string>> = {
  ...repositoryWithFindings,
  'gateway.config.yaml': `${repositoryWithFindings['gateway.config.yaml']}store: { title: Park APIs }\n`,
  'apis/dog_park/v10/api.yaml': (repositoryWithFindings['apis/dog_park/v10/api.yaml'] ?? '').replace(
    './missing.yaml',
    '../v1/openapi.yaml',
  ),
};

export interface PublisherOptions {
  readonly files?: Readonly<Record<string, string>>;
  readonly usage?: readonly UsageIncrement[];
  readonly drift?: readonly Drift[];
  readonly services?: Partial<PortalServices>;
}

/** The store of some sources, without a server: what it reads comes from the real readers. */
export async function openPublisher({ files = publishedRepository, ...options }: PublisherOptions = {}) {
  const result = await build(memorySourceTree(files), 'gateway.config.yaml', 'production');
  if (!result.compiled)
    throw new Error(
      `not compiled: ${result.diagnostics
        .map(({ message }) => message)
        .join(' ')
        .slice(0, 500)}`,
    );
  const report = openApiReporter(result, 'production');
  const clock = () => now;
  const usage = createMemoryUsage(clock);
  await usage.add({ writer: 'test', number: 1, increments: options.usage ?? [] });
  const driftLog = new DriftLog(clock);
  for (const drift of options.drift ?? []) driftLog.note(drift);
  const services = {
    clock,
    assets: readPortalAssets(),
    usage,
    readTargetStates: async () => new Map(),
    readLastChange: async () => undefined,
    readDrift: async (apis: readonly string[]) => driftLog.read(apis),
    readReport: async ({ apis }: { readonly apis: readonly string[] }) => ({
      apis: new Map(report(new Set(apis)).map((one) => [apiKey(one.report), one])),
      isBroken: false,
      held: new Map(),
    }),
    makesPatches: options.services?.proposals !== undefined,
    ...options.services,
  };
  // The pages for owners read nothing else.
  const portal = openPortal(
    result.compiled,
    services as Partial<PortalServices> as PortalServices,
    {} as PortalSessions,
  );
  if (!portal) throw new Error('the sources declare no store');
  return { portal, visit: (path: string, user?: StoreUser) => visit(portal, path, user) };
}

/** Proposals that can only be listed: the pages for owners ask for nothing else. The reader has none. */
export function listedBy(listAll: Proposals['listAll']): Proposals {
  const list: Proposals['list'] = async () => [];
  return { listAll, list } as Proposals;
}

export interface ShownPage {
  readonly status: number;
  /** The whole document. */
  readonly text: string;
  readonly page: StorePage;
}

/** Answers a visit as the endpoint does that has this path. */
async function visit(portal: Portal, path: string, user: StoreUser | undefined): Promise<ShownPage> {
  const { pathname, searchParams: query } = new URL(path, 'https://apis.example.org');
  for (const endpoint of portalEndpoints) {
    const parameters = matchPath(endpoint.path, pathname.replace('/store', ''));
    if (!parameters) continue;
    const reader = { portal, user, csrf: user ? 'token' : '' };
    const visited: StoreVisit = {
      ...reader,
      parameters,
      query,
      form: new Map(),
      address: '127.0.0.1',
      cookies: {},
      acceptEncoding: '',
      accept: '',
    };
    const answer = await endpoint.answer(visited);
    if (!('page' in answer)) throw new Error(`${path} is not a page`);
    // Their names change with their content.
    const text = String(renderStorePage(answer.page, reader, path)).replaceAll(/-[0-9a-f]{12}\./g, '.');
    return { status: answer.status, page: answer.page, text };
  }
  throw new Error(`no endpoint has the path ${path}`);
}

function matchPath(pattern: string, path: string): Readonly<Record<string, string>> | undefined {
  const [wanted, given] = [pattern.split('/'), path.split('/').map(decodeURIComponent)];
  if (wanted.length !== given.length) return undefined;
  const isSame = wanted.every((segment, index) => segment.startsWith(':') || segment === given[index]);
  if (!isSame) return undefined;
  const named = wanted.flatMap((segment, index) =>
    segment.startsWith(':') ? [[segment.slice(1), given[index] ?? '']] : [],
  );
  return Object.fromEntries(named) as Record<string, string>;
}

/** A signed-in user. */
export function userOf(changes: Partial<StoreUser> = {}): StoreUser {
  return {
    subject: 'user:grace',
    username: 'grace',
    displayName: 'Grace Hopper',
    emails: ['grace@example.edu'],
    teams: ['parks-team'],
    provider: 'users',
    groups: [],
    sessionId: 'session',
    ...changes,
  };
}
