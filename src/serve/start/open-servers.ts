import type { LoginLimits } from '#runtime/identity/login-queue.ts';
import type { WriteAudit } from '#runtime/ports/audit.ts';
import type { ReportUnavailable } from '#runtime/ports/errors.ts';
import type { ReadReport } from '#runtime/ports/reports.ts';
import type { ResolveSecret } from '#runtime/ports/secrets.ts';
import type { UsageQuery } from '#runtime/ports/usage.ts';
import type { UsageIncrement } from '#runtime/ports/usage-store.ts';
import type { GatewayOptions } from '../served/gateway-options.ts';
import { serveHere } from './serve-here.ts';
import type { Serving } from '../served/serving.ts';
import type { Servers } from '../served/servers.ts';
import type { WriteLines } from '../observability/observe-calls.ts';
import type { UsageOfCalls } from '../observability/record-usage.ts';
import type { CompareVersions } from '../sources/thread/contract-comparisons.ts';
import type { AskProposals } from '../proposals/proposal-questions.ts';
import type { OpenOwnKey } from '../served/served-generation.ts';
import type { SentLines } from '../workers/line-batch.ts';
import { serveInWorkers } from '../workers/serve-in-workers.ts';

interface ServersContext {
  readonly audit: WriteAudit;
  readonly serving: Serving;
  readonly writeLines: WriteLines | undefined;
  readonly resolveSecret: ResolveSecret;
  readonly reportUnavailable: ReportUnavailable;
  readonly failedLogins: LoginLimits;
  readonly readReport: ReadReport;
  readonly usage: UsageOfCalls;
  readonly compareVersions: CompareVersions;
  readonly askProposals: AskProposals;
  readonly readOwnKey: () => Promise<string>;
  readonly openOwnKey: OpenOwnKey;
}

/** Opens what answers calls, in this thread or in several, until `opened` is disposed of. */
export function openServers(
  options: GatewayOptions,
  { serving, writeLines, readOwnKey, openOwnKey, ...calls }: ServersContext,
  opened: AsyncDisposableStack,
): Servers {
  const { workers = 1 } = options;
  if (workers === 1) return serveHere({ options, openOwnKey, writeLines, ...calls }, serving, opened);
  const { usage, ...shared } = calls;
  const answers = {
    ...shared,
    readOwnKey,
    addUsage: (increments: readonly UsageIncrement[]) => usage.add(increments),
    readUsage: (query: UsageQuery) => usage.read(query),
    isLogged: writeLines !== undefined,
    writeLines: ({ lines, count }: SentLines) => writeLines?.(lines, count),
  };
  return serveInWorkers(workers, options, answers, opened);
}
