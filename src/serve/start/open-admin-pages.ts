import { systemClock } from '#platform/system-clock.ts';
import type { AdminPages } from '../admin/create-admin-listener.ts';
import { describeMetrics } from '../admin/metrics-page.ts';
import { openGrantPages } from '../admin/open-grant-pages.ts';
import { StatusPage } from '../admin/status-page.ts';
import type { Servers } from '../served/servers.ts';
import type { OpenIdentity } from './open-identity.ts';
import type { OpenRecords } from './open-records.ts';
import type { OpenState } from './open-state.ts';
import type { OpenTables } from './open-tables.ts';

/** Opens what the admin listener serves; `opened` closes it. Rejects with a StartupError. */
export async function openAdminPages(
  { options, serving, metrics, audit }: OpenState,
  { source, declared }: OpenTables,
  { resolveSecret }: OpenIdentity,
  { applicationCalls }: OpenRecords,
  servers: Servers,
  opened: AsyncDisposableStack,
): Promise<AdminPages> {
  const { stateFolder, deployment, version } = options;
  const { workers } = servers;
  const { remote } = source;
  const services = { clock: systemClock, resolveSecret, stateFolder };
  return {
    serving,
    status: new StatusPage({ serving, deployment, version, workers, remote }),
    metrics: describeMetrics(metrics, servers, applicationCalls),
    grants: await openGrantPages({ declared, serving, servers, audit, ...services }, opened),
  };
}
