import { createHash } from 'node:crypto';
import { onTestFinished } from 'vitest';
import type { ProposedChange } from '#compiled/proposals/proposed-change.ts';
import type { ProposalSettings } from '#compiled/settings/store-settings.ts';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { isProposalProblem, type Proposer } from '#runtime/ports/proposals.ts';
import type { ProposalPreview } from '#runtime/ports/proposals/preview.ts';
import { KnownReviews } from '#serve/proposals/hosts/known-reviews.ts';
import { timeWork } from '#serve/proposals/limits/work-limit.ts';
import { ProposalEngine } from '#serve/proposals/proposal-engine.ts';
import { openTarget } from '#serve/proposals/proposal-target.ts';
import type { GatewaySource } from '#serve/served/gateway-options.ts';
import { makeOrigin } from '../git-repository.ts';

export const now = Date.parse('2026-11-20T10:00:00Z');

export const ada: Proposer = {
  id: 'user:ada',
  name: 'Ada Lovelace',
  email: 'ada@example.edu',
  identity: {
    subject: 'user:ada',
    username: 'ada',
    emails: ['ada@example.edu'],
    provider: 'users',
    groups: [],
  },
};
/** Belongs to a team with Ada, but does not own what is hers. */
export const eve: Proposer = {
  id: 'user:staff/Eve',
  name: 'Eve',
  email: undefined,
  identity: { subject: 'user:staff/Eve', emails: [], provider: 'staff', groups: [] },
};

export const kennels = `kind: Application
name: KennelSync
type: service
owner: kennel-team
grants: [client_credentials]
`;

export const sources: Readonly<Record<string, string>> = {
  ...cleanSources,
  'applications/kennel_sync.yaml': kennels,
  'users/ada.yaml': `${cleanSources['users/ada.yaml']}email: ada@example.edu\n`,
  'teams.yaml': `kind: Team
name: parks-team
members: [ada]
---
kind: Team
name: kennel-team
members: [ada, user:staff/Eve]
---
kind: IdentityProvider
name: staff
type: oidc
issuer: https://login.example.edu
clientId: gateway
clientSecret: { fromEnv: STAFF }
`,
};

export const subscribe = {
  change: 'subscription_added',
  application: 'KennelSync',
  api: 'DogPark/v1',
  tier: 'gold',
  scopes: [],
} as const;

/** A bare repository with declarations, and an engine that proposes changes of them. */
export async function openEngineInTest(
  given: Partial<ProposalSettings> & { readonly signingPem?: string } = {},
  files: Readonly<Record<string, string>> = sources,
  clock = () => now,
) {
  const origin = await makeOrigin();
  const first = await origin.push(files);
  const settings: ProposalSettings = {
    remote: `file://${origin.bare}`,
    base: 'main',
    branchPrefix: 'proposals/',
    host: 'none',
    ...given,
  };
  const source = { kind: 'folder', root: origin.work, configFile: 'gateway.config.yaml' } as const;
  const open = (more: Partial<EngineGiven> = {}) =>
    openEngine({ settings, source, stateFolder: `${origin.folder}/state`, ...more });
  return { ...origin, first, settings, open, engine: await open({ clock }) };
}

interface EngineGiven {
  readonly settings: ProposalSettings | undefined;
  readonly source: GatewaySource;
  readonly stateFolder: string;
  readonly clock?: () => number;
  readonly timeoutMs?: number;
  readonly signingKey?: string;
  readonly token?: string;
}

export async function openEngine(given: EngineGiven): Promise<ProposalEngine> {
  const { settings, source, stateFolder, clock = () => now, timeoutMs = 20_000, signingKey, token } = given;
  const opened = new AsyncDisposableStack();
  const stop = new AbortController();
  onTestFinished(async () => {
    stop.abort();
    await opened.disposeAsync();
  });
  const timeouts = { fetchMs: timeoutMs, pushMs: timeoutMs };
  const resolveSecret = async () => token ?? '';
  const target = await openTarget(
    settings,
    { source, stateFolder, resolveSecret, timeouts, clock, stop: stop.signal },
    opened,
  );
  return new ProposalEngine({
    target,
    deployment: 'production',
    host: 'store.example.edu',
    clock,
    pushMs: timeoutMs,
    timeWork: timeWork({ workBegan: () => undefined, workEnded: () => undefined }),
    readSigningKey: async () => signingKey,
    reviews: settings && new KnownReviews(settings, async () => token, clock),
  });
}

/** What a person sees of a change. Throws if it cannot be planned. */
export async function previewOf(
  engine: ProposalEngine,
  change: ProposedChange = subscribe,
  person = ada,
): Promise<ProposalPreview> {
  const answer = await engine.preview(change, person);
  if (isProposalProblem(answer)) throw new Error(answer.reason);
  return answer;
}

/** The name that git gives to a text. */
export function blobId(text: string): string {
  return createHash('sha1')
    .update(`blob ${Buffer.byteLength(text)}\0${text}`)
    .digest('hex');
}
