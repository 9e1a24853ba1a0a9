import { randomUUID } from 'node:crypto';
import { ForbiddenUpstreams } from '#compiled/settings/forbidden-upstreams.ts';
import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import { systemClock } from '#platform/system-clock.ts';
import { UpstreamPools } from '#runtime/gateway/upstream/upstream-pools.ts';
import type { LoginLimits } from '#runtime/identity/login-queue.ts';
import type { WriteAudit } from '#runtime/ports/audit.ts';
import type { ReportError, ReportUnavailable } from '#runtime/ports/errors.ts';
import type { PortalServices } from '#runtime/portal/visit/portal.ts';
import type { ResolveSecret } from '#runtime/ports/secrets.ts';
import type { UsageReader } from '#runtime/ports/usage.ts';
import type { ReadLastChange } from '#runtime/ports/status/last-change.ts';
import type { ReadTargetStates } from '#runtime/ports/status/target-states.ts';
import { PendingRevocations } from '#runtime/token/revocation/pending-revocations.ts';
import { rememberTokens } from '#runtime/token/verified-tokens.ts';
import { openConsole } from '../console/open-console.ts';
import type { Serving } from '../served/serving.ts';
import { describeUpstreamChange } from '../observability/describe-upstream-change.ts';
import type { GatewayOptions } from '../served/gateway-options.ts';
import { openCounters } from '../services/open-counters.ts';
import { rememberChanges } from '../portal/remember-changes.ts';
import type { CompareVersions } from '../sources/thread/contract-comparisons.ts';
import { PublishedDocuments } from '../published/published-documents.ts';
import { noticesBy, type CallNotices } from '../notices/notice-questions.ts';
import { canMakePatches } from '../proposals/can-make-patches.ts';
import { proposalsBy, type CallProposals } from '../proposals/proposal-questions.ts';
import { readPortalAssets } from '../portal/read-portal-assets.ts';
import { openTokenStore } from '../services/open-token-store.ts';
import {
  createConcurrencyMemory,
  openConcurrentCalls,
  type ConcurrencyMemory,
} from '#runtime/state/concurrent-calls.ts';
import type { Services, OpenGeneratedKey } from '../served/served-generation.ts';
import type { CallObserver } from '../observability/observe-calls.ts';
import { driftReporter } from '../observability/report-drift.ts';
import { errorReporter } from '../observability/report-errors.ts';

/**
 * How long a connection to an upstream is used, in milliseconds. New connections notice changed addresses of the host.
 */
const maxConnectionAgeMs = 300_000;

/** How many verified tokens are cached, which take about 10 MB. */
const rememberedTokens = 10_000;

/** What a serving thread's services are built from. Several threads may share these objects, except the options. */
export interface ServiceSources {
  readonly options: Pick<GatewayOptions, 'source' | 'stateFolder' | 'report'>;
  readonly resolveSecret: ResolveSecret;
  readonly compareVersions: CompareVersions;
  readonly readLastChange: ReadLastChange;
  readonly callProposals: CallProposals;
  readonly callNotices: CallNotices;
  readonly audit: WriteAudit;
  /** Reports a failure once for all threads that serve. */
  readonly reportUnavailable: ReportUnavailable;
  readonly openGeneratedKey: OpenGeneratedKey;
  readonly counterMemory?: SharedArrayBuffer;
  /** The memory in which all threads count calls in progress; by default, memory of this thread only. */
  readonly concurrency?: ConcurrencyMemory;
  /** Limits the failed logins of all serving threads together. */
  readonly loginLimits: LoginLimits;
  /** Reads the usage of all threads. */
  readonly usage: UsageReader;
  readonly observer: Pick<CallObserver, 'callBegan' | 'consoleCallEnded' | 'countDrift'>;
  readonly serving: Pick<Serving, 'generation' | 'inFlight'>;
  /** Let the portal read the reports that other threads made. */
  readonly readers: Pick<PortalServices, 'readReport' | 'readDrift' | 'readRecentCalls'>;
  /** Reads the states of targets in all threads; absent if this is the only thread. */
  readonly readTargetStates?: ReadTargetStates;
}

/** Opens the services that live longer than a generation, and adds them to `opened`, which closes them. Rejects with a StartupError. */
export async function openServices(
  declared: GatewaySettings,
  sources: ServiceSources,
  opened: AsyncDisposableStack,
): Promise<Services> {
  const { options, resolveSecret, audit, openGeneratedKey, counterMemory, loginLimits, reportUnavailable } =
    sources;
  const { stateFolder, report } = options;
  const warn = (message: string) => report({ type: 'warning', message });
  const base = { clock: systemClock, resolveSecret, stateFolder };
  const counting = { ...base, warn, ...(counterMemory && { counterMemory }) };
  const reports = {
    reportError: errorReporter(report, systemClock),
    reportDrift: driftReporter(sources.observer.countDrift, warn, systemClock),
  };
  const state = await openTokenStore(declared.state, base, opened);
  const pools = openUpstreams(sources.serving, warn, opened);
  const readOwnStates: ReadTargetStates = async (targets) => pools.statesOf(targets);
  const readTargetStates = sources.readTargetStates ?? readOwnStates;
  return {
    ...base,
    portal: { ...(await openPortalServices(sources, reports.reportError, opened)), readTargetStates },
    pools,
    verifiedTokens: rememberTokens(rememberedTokens),
    newIdentifier: randomUUID,
    openGeneratedKey,
    loginLimits,
    reports,
    audit,
    reportUnavailable,
    ...state,
    pendingRevocations: opened.adopt(new PendingRevocations({ ...state, ...reports }), (pending) =>
      pending.close(),
    ),
    counters: await openCounters(declared.limits, counting, opened),
    concurrentCalls: openConcurrentCalls(sources.concurrency ?? createConcurrencyMemory()),
  };
}

/** Opens the services that the store uses. */
async function openPortalServices(
  sources: ServiceSources,
  reportError: ReportError,
  opened: AsyncDisposableStack,
): Promise<Omit<PortalServices, 'readTargetStates'>> {
  const { observer, serving, audit } = sources;
  const sendConsoleCall = openConsole({
    current: () => serving.generation,
    inFlight: serving.inFlight,
    reportError,
    audit,
    callBegan: observer.callBegan,
    callEnded: observer.consoleCallEnded,
  });
  return {
    clock: systemClock,
    assets: readPortalAssets(),
    usage: sources.usage,
    sendConsoleCall,
    changesSince: rememberChanges(sources.compareVersions),
    readLastChange: sources.readLastChange,
    proposals: proposalsBy(sources.callProposals),
    notices: noticesBy(sources.callNotices),
    publishDocument: opened.use(new PublishedDocuments()).publish,
    makesPatches: await canMakePatches(sources.options.source),
    ...sources.readers,
  };
}

/** Opens the connection pools for upstreams; `opened` closes them. */
function openUpstreams(
  serving: ServiceSources['serving'],
  warn: (message: string) => void,
  opened: AsyncDisposableStack,
): UpstreamPools {
  const pools = new UpstreamPools({
    clock: () => performance.now(),
    limits: { maxAgeMs: maxConnectionAgeMs, forbidden: readForbidden(serving) },
    report: (change) => warn(describeUpstreamChange(change)),
  });
  return opened.adopt(pools, (open) => open.destroy());
}

/** Returns the addresses that the served table forbids, read again only if the list has changed. */
function readForbidden(serving: ServiceSources['serving']): () => ForbiddenUpstreams {
  let listed: readonly string[] | undefined;
  let forbidden = new ForbiddenUpstreams();
  return () => {
    const declared = serving.generation?.manifest.gateway.upstreams?.forbidden;
    if (declared !== listed) forbidden = new ForbiddenUpstreams((listed = declared));
    return forbidden;
  };
}
