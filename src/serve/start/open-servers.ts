import type { UsageQuery } from '#runtime/ports/usage.ts';
import type { UsageIncrement } from '#runtime/ports/usage-store.ts';
import { auditProposals } from '../proposals/audit-proposals.ts';
import { openProposals } from '../proposals/open-proposals.ts';
import type { Servers } from '../served/servers.ts';
import type { SentLines } from '../workers/line-batch.ts';
import { serveInWorkers } from '../workers/serve-in-workers.ts';
import type { NoticesOfGateway } from './open-notices.ts';
import type { OpenIdentity } from './open-identity.ts';
import type { OpenRecords } from './open-records.ts';
import type { OpenState } from './open-state.ts';
import type { OpenTables } from './open-tables.ts';
import { serveHere } from './serve-here.ts';

/** Opens what answers calls, in this thread or in workers, and the threads for proposals; `opened` closes them. */
export function openServers(
  { options, serving, metrics, audit }: OpenState,
  { source: { compareVersions, readLastChange, report: readReport } }: OpenTables,
  { resolveSecret, reportUnavailable, loginLimits, readGeneratedKey, openGeneratedKey }: OpenIdentity,
  { writeLines, usage }: OpenRecords,
  { callNotices }: NoticesOfGateway,
  opened: AsyncDisposableStack,
): Servers {
  const served = () => serving.table?.manifest.gateway;
  const callProposals = auditProposals(openProposals(options, served, opened), audit, served);
  const queries = { compareVersions, readLastChange, readReport, callProposals, callNotices };
  const forAll = { audit, resolveSecret, reportUnavailable, loginLimits, ...queries };
  const { workers = 1 } = options;
  if (workers === 1)
    return serveHere({ ...forAll, options, serving, openGeneratedKey, writeLines, usage }, opened);
  const answers = {
    ...forAll,
    readGeneratedKey,
    addUsage: (increments: readonly UsageIncrement[]) => usage.add(increments),
    readUsage: (query: UsageQuery) => usage.read(query),
    isLogged: writeLines !== undefined,
    writeLines: ({ lines, count }: SentLines) => writeLines?.(lines, count),
  };
  const servers = serveInWorkers(workers, options, answers, opened);
  if (servers.workers) metrics.watchWorkers(servers.workers);
  return servers;
}
