import { randomUUID } from 'node:crypto';
import type { GatewaySettings } from '../../compiled/settings/gateway-settings.ts';
import { systemClock } from '../../platform/system-clock.ts';
import { UpstreamPools } from '../../runtime/gateway/upstream/upstream-pools.ts';
import type { LoginLimits } from '../../runtime/identity/failed-logins.ts';
import type { WriteAudit } from '../../runtime/ports/audit.ts';
import type { ReadDrift, ReportDrift } from '../../runtime/ports/drift.ts';
import type { ReadReport } from '../../runtime/ports/reports.ts';
import type { ResolveSecret } from '../../runtime/ports/secrets.ts';
import { PendingRevocations } from '../../runtime/token/revocation/pending-revocations.ts';
import { rememberTokens } from '../../runtime/token/verified-tokens.ts';
import { describeUpstreamChange } from '../observability/describe-upstream-change.ts';
import type { GatewayOptions } from '../gateway-options.ts';
import { openCounters } from './open-counters.ts';
import type { OpenOwnKey } from './open-key-ring.ts';
import { readPortalAssets } from '../portal/read-portal-assets.ts';
import { openTokenStore } from './open-token-store.ts';
import type { Services } from '../generation/served-generation.ts';
import { driftReporter } from '../observability/report-drift.ts';
import { errorReporter } from '../observability/report-errors.ts';

/**
 * Connections to upstreams are replaced after this time, so that changes of a host's addresses are not missed for
 * longer.
 */
const maxConnectionAgeMs = 300_000;

/** How many verified tokens are remembered: some 10 MB of them. */
const rememberedTokens = 10_000;

/** The parts of a serving thread's services; all but the options are shared by several. */
export interface ServiceSources {
  readonly options: Pick<GatewayOptions, 'stateFolder' | 'report'>;
  readonly resolveSecret: ResolveSecret;
  readonly audit: WriteAudit;
  readonly openOwnKey: OpenOwnKey;
  readonly counterMemory?: SharedArrayBuffer;
  /** Counts the failed logins of all threads that serve. */
  readonly failedLogins: LoginLimits;
  /** Counts calls and responses that are let through although they do not match the API. */
  readonly countDrift: ReportDrift;
  /** What all threads have observed of it. */
  readonly readDrift: ReadDrift;
  readonly readReport: ReadReport;
}

/** Opens the services that outlive the generations; `opened` closes it. Rejects with a StartupError. */
export async function openServices(
  declared: GatewaySettings,
  given: ServiceSources,
  opened: AsyncDisposableStack,
): Promise<Services> {
  const { options, resolveSecret, audit, openOwnKey, counterMemory, failedLogins } = given;
  const { countDrift, readDrift, readReport } = given;
  const { stateFolder, report } = options;
  const warn = (message: string) => report({ type: 'warning', message });
  const base = { clock: systemClock, resolveSecret, stateFolder };
  const counting = { ...base, warn, ...(counterMemory && { counterMemory }) };
  const reports = {
    reportError: errorReporter(report, systemClock),
    reportDrift: driftReporter(countDrift, warn, systemClock),
  };
  const state = await openTokenStore(declared.state, base, opened);
  return {
    ...base,
    portal: { clock: systemClock, assets: readPortalAssets(), readReport, readDrift },
    pools: opened.adopt(openPools(warn), (pools) => pools.destroy()),
    verifiedTokens: rememberTokens(rememberedTokens),
    newIdentifier: randomUUID,
    openOwnKey,
    failedLogins,
    reports,
    audit,
    ...state,
    pendingRevocations: opened.adopt(new PendingRevocations({ ...state, ...reports }), (pending) =>
      pending.close(),
    ),
    counters: await openCounters(declared.limits, counting, opened),
  };
}

function openPools(warn: (message: string) => void): UpstreamPools {
  return new UpstreamPools({
    clock: () => performance.now(),
    maxAgeMs: maxConnectionAgeMs,
    report: (change) => warn(describeUpstreamChange(change)),
  });
}
