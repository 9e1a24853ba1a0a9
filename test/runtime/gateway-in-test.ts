import { PublishedDocuments } from '#serve/published/published-documents.ts';
import { type CallProposals, proposalsBy } from '#serve/proposals/proposal-questions.ts';
import { LifecycleRecord } from '#serve/notices/lifecycle/lifecycle-record.ts';
import { noticesBy } from '#serve/notices/notice-questions.ts';
import { openNotices } from '#serve/notices/open-notices.ts';
import { readPortalAssets } from '#serve/portal/read-portal-assets.ts';
import { createMemoryUsage } from '#runtime/state/usage/memory-usage.ts';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { request } from 'undici';
import { canonicalJson } from '#compiled/canonical-json.ts';
import type { Compiled } from '#compiled/compiled.ts';
import { digestOf } from '#compiled/digest.ts';
import type { TlsMaterial } from '#platform/keys/own-certificates.ts';
import type { CallHandlerOptions } from '#runtime/gateway/call-handler.ts';
import { type UpstreamChange, UpstreamPools } from '#runtime/gateway/upstream/upstream-pools.ts';
import { FailedLogins } from '#runtime/identity/failed-logins.ts';
import { LoginQueue } from '#runtime/identity/login-queue.ts';
import type { AuditEvent } from '#runtime/ports/audit.ts';
import type { Drift } from '#runtime/ports/drift.ts';
import type { RateCounters } from '#runtime/ports/rate-counters.ts';
import type { TokenStore } from '#runtime/ports/token-store.ts';
import { createConcurrencyMemory, openConcurrentCalls } from '#runtime/state/concurrent-calls.ts';
import { createCounterMemory } from '#runtime/state/counter-table.ts';
import { openLocalCounters } from '#runtime/state/local-counters.ts';
import { createMemoryStore } from '#runtime/state/memory-store.ts';
import { mintToken, type TokenMint } from '#runtime/token/mint-token.ts';
import { PendingRevocations } from '#runtime/token/revocation/pending-revocations.ts';
import { Revocations } from '#runtime/token/revocation/revocations.ts';
import { rememberTokens } from '#runtime/token/verified-tokens.ts';
import { openConsole } from '#serve/console/open-console.ts';
import { buildServedGeneration } from '#serve/generation/prepared-generation.ts';
import { Serving } from '#serve/served/serving.ts';
import { createListener } from '#serve/listeners/call-listeners.ts';
import { closeListener, listen } from '#serve/listeners/listen.ts';
import type { ConnectionTimeouts } from '#serve/listeners/listener-options.ts';
import type { Secrets } from '#serve/served/loaded-table.ts';
import { limitConnections } from './gateway/upstream/connection-limits.ts';

export const signingKey = makeSigningKey();

export function makeSigningKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' });
}

export interface OptionsInTest {
  /** The time after which connections to an upstream are replaced. */
  readonly maxConnectionAgeMs?: number;
  readonly clock?: () => number;
  /** By the name of the environment variable. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** Wraps the store. */
  readonly wrapStore?: (store: TokenStore) => TokenStore;
  /** Receives every call. */
  readonly observer?: Pick<CallHandlerOptions, 'callBegan' | 'callEnded' | 'refused'>;
  /** How long to wait before a notice is sent again, in milliseconds. */
  readonly noticeDelays?: readonly number[];
  /** Instead of local ones that use the clock. */
  readonly counters?: RateCounters;
  /** With clients, instead of the usual one. */
  readonly timeouts?: ConnectionTimeouts;
  /** Answers questions about proposals; without it, there is no repository. */
  readonly callProposals?: CallProposals;
  /** Plain HTTP without it. */
  readonly tls?: TlsMaterial;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The code of an error body in JSON. */
  readonly code: string | undefined;
}

export interface CallInTest {
  readonly method?: string;
  /** A consumer key that a token is minted for, without the token endpoint. */
  readonly as?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string;
}

/** A gateway that listens on loopback over plain HTTP, for tests of the runtime. */
export type GatewayInTest = Awaited<ReturnType<typeof openGateway>>;

export async function openGateway(
  compiled: Compiled,
  {
    maxConnectionAgeMs = 300_000,
    clock,
    callProposals,
    secrets,
    wrapStore = (store) => store,
    counters,
    timeouts,
    tls,
    observer = {},
    noticeDelays = [],
  }: OptionsInTest = {},
) {
  const faults: unknown[] = [];
  const audited: AuditEvent[] = [];
  const unavailable: string[] = [];
  const drifts: Drift[] = [];
  const store = wrapStore(createMemoryStore(clock ?? Date.now));
  const revocations = new Revocations(clock ?? Date.now);
  store.onRevoked(revocations.add);
  const known: Readonly<Record<string, string>> = { SIGNING_KEY: signingKey, ...secrets };
  const upstreamChanges: UpstreamChange[] = [];
  const pools = new UpstreamPools({
    clock: clock ?? (() => performance.now()),
    limits: limitConnections(maxConnectionAgeMs),
    report: (change) => upstreamChanges.push(change),
  });
  const pendingRevocations = new PendingRevocations({
    store,
    revocations,
    reportError: (error) => void faults.push(error),
  });
  const serving = new Serving();
  const reportError = (error: unknown) => void faults.push(error);
  const audit = (event: AuditEvent) => void audited.push(event);
  const resolveSecret = async ({ fromEnv = '' }) => {
    if (fromEnv === 'MISSING') throw new Error('The environment variable MISSING is not set.');
    return known[fromEnv] ?? '';
  };
  const opened = new AsyncDisposableStack();
  const warnings: string[] = [];
  const record = new LifecycleRecord(undefined, 0);
  const notices = openNotices(
    {
      served: () => serving.generation?.manifest,
      resolveSecret,
      audit,
      warn: (message) => void warnings.push(message),
      delays: noticeDelays,
      record,
    },
    opened,
  );
  const services = {
    pools,
    clock: clock ?? Date.now,
    verifiedTokens: rememberTokens(100),
    newIdentifier: randomUUID,
    resolveSecret,
    openGeneratedKey: () => Promise.reject(new Error('every table in the tests declares its keys')),
    stateFolder: '/nowhere',
    store,
    revocations,
    pendingRevocations,
    loginLimits: new LoginQueue(new FailedLogins(clock ?? Date.now)),
    reports: {
      reportError,
      reportDrift: (drift: Drift) => void drifts.push(drift),
    },
    counters: counters ?? localCounters(clock ?? Date.now),
    concurrentCalls: openConcurrentCalls(createConcurrencyMemory(64)),
    audit,
    reportUnavailable: (message: string) => void unavailable.push(message),
    portal: {
      clock: clock ?? Date.now,
      assets: readPortalAssets(),
      changesSince: () => 'pending' as const,
      proposals: proposalsBy(callProposals ?? (() => Promise.reject(new Error('there is no repository')))),
      notices: noticesBy(notices.answer),
      publishDocument: new PublishedDocuments().publish,
      makesPatches: true,
      readReport: async () => undefined,
      readDrift: async () => new Map(),
      readRecentCalls: async () => [],
      readTargetStates: async () => new Map(),
      readLastChange: async () => undefined,
      usage: createMemoryUsage(clock ?? Date.now),
      sendConsoleCall: openConsole({
        ...observer,
        current: () => serving.generation,
        inFlight: serving.inFlight,
        reportError,
        audit,
      }),
    },
  };
  store.onRevoked(serving.inFlight.reviewRevocations);
  const swap = async (next: Compiled) => {
    serving.swap(
      await buildServedGeneration({ compiled: next, secrets: inTest(known) }, services, serving.generation),
      services.clock(),
    );
    record.note(next.manifest, services.clock());
  };
  await swap(compiled);
  const app = createListener({
    settings: compiled.manifest.gateway,
    tls,
    current: () => serving.generation,
    inFlight: serving.inFlight,
    reportError: (error) => faults.push(error),
    ...observer,
    ...(timeouts ? { timeouts } : {}),
  });
  const port = await listen(app, { host: '127.0.0.1', port: 0, option: '--port' });
  const url = `http${tls ? 's' : ''}://127.0.0.1:${port}`;
  const mint = () => current(serving).authorization.mint;
  return {
    url,
    port,
    faults,
    audited,
    warnings,
    unavailable,
    drifts,
    upstreamChanges,
    upstreamStates: () => pools.states(),
    store,
    usage: services.portal.usage,
    serving,
    sendConsoleCall: services.portal.sendConsoleCall,
    swap,
    tokenFor: (consumerKey: string, scopes?: readonly string[]) => mintFor(mint(), consumerKey, scopes),
    call: async (path: string, { as, headers, ...options }: CallInTest = {}): Promise<Answer> => {
      const authorization = as ? { authorization: `Bearer ${await mintFor(mint(), as)}` } : {};
      return send(`${url}${path}`, { ...options, headers: { ...authorization, ...headers } });
    },
    openConnections: () =>
      new Promise<number>((count) => app.server.getConnections((_error, open) => count(open))),
    close: async (timeoutMs?: number) => {
      await closeListener(app, timeoutMs);
      await opened.disposeAsync();
      pendingRevocations.close();
      await pools.destroy();
    },
  };
}

function localCounters(clock: () => number): RateCounters {
  return openLocalCounters({ memory: createCounterMemory(1024), clock, onFull: () => undefined });
}

function inTest(known: Readonly<Record<string, string>>): Secrets {
  return {
    secretOf: ({ fromEnv = '' }) => known[fromEnv] ?? '',
    digest: digestOf(canonicalJson(known)),
    values: new Map(),
  };
}

function current({ generation }: Serving) {
  if (!generation) throw new Error('nothing is served');
  return generation;
}

async function mintFor(
  mint: TokenMint,
  consumerKey: string,
  scopes: readonly string[] = [],
): Promise<string> {
  const keySet = consumerKey.endsWith('-sandbox') ? 'sandbox' : 'production';
  const client = { consumerKey, keySet } as const;
  const { token } = mintToken(mint, { client, subject: `client:${consumerKey}`, scopes });
  return token;
}

async function send(url: string, { method = 'GET', headers, body }: CallInTest): Promise<Answer> {
  const answer = await request(url, {
    method: method as 'GET',
    ...(headers ? { headers: { ...headers } } : {}),
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.body.text();
  return { status: answer.statusCode, headers: answer.headers, text, code: codeIn(text) };
}

function codeIn(text: string): string | undefined {
  return text.startsWith('{"message"') ? (JSON.parse(text) as { code: string }).code : undefined;
}
