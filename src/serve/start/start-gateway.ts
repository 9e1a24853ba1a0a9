import { setTimeout as delay } from 'node:timers/promises';
import type { Digest } from '#compiled/digest.ts';
import { boundHeap } from '#platform/bound-heap.ts';
import { systemClock } from '#platform/system-clock.ts';
import type { ServedEnvoys } from '../control-plane/serve-envoys.ts';
import { readSigningKeyTimes } from '../observability/signing-key-times.ts';
import { folderOf, type GatewayOptions, type RunningGateway } from '../served/gateway-options.ts';
import { createSettingsKeeper } from './fixed-settings.ts';
import type { LoadContext } from './load-generation.ts';
import { openAdminPages } from './open-admin-pages.ts';
import { openEnvoys } from './open-envoys.ts';
import { type OpenIdentity, openIdentity } from './open-identity.ts';
import { type OpenListeners, openListeners } from './open-listeners.ts';
import { openGatewayNotices } from './open-notices.ts';
import { openRecords } from './open-records.ts';
import { openServers } from './open-servers.ts';
import { type OpenState, openState } from './open-state.ts';
import { type OpenTables, openTables } from './open-tables.ts';
import { loadFirst } from './read-first-table.ts';

export type { GatewayOptions, RunningGateway } from '../served/gateway-options.ts';

/**
 * Starts a gateway: reads its table, opens its listeners, and reloads when its sources change. Rejects with a
 * StartupError, or with the reason of `stop` if it aborts the start, and leaves nothing open then.
 */
export async function startGateway(given: GatewayOptions, stop?: AbortSignal): Promise<RunningGateway> {
  try {
    return await openGateway(given, stop);
  } catch (error) {
    // After an abort, any error is a consequence of it.
    stop?.throwIfAborted();
    throw error;
  }
}

/**
 * Opens a gateway step by step. Each step adds its resources to `opened`, which closes them in reverse order, including
 * when a later step fails.
 */
async function openGateway(given: GatewayOptions, stop?: AbortSignal): Promise<RunningGateway> {
  await using opened = new AsyncDisposableStack();
  const state = await openState(given, opened);
  const tables = await openTables(state, opened, stop);
  const identity = await openIdentity(state, tables, opened);
  const records = openRecords(state, tables, identity, opened);
  const notices = await openGatewayNotices(state, identity, opened);
  const servers = openServers(state, tables, identity, records, notices, opened);
  const pages = await openAdminPages(state, tables, identity, records, servers, opened);
  const listeners = await openListeners(state, tables, identity, servers, pages, opened);
  watchSigningKeys(state, tables, identity);
  const { settings } = listeners;
  const keepSettings = createSettingsKeeper(settings);
  const published = { settings, keepSettings, status: pages.status };
  const envoys = await openEnvoys(state, tables, identity, published, opened);
  const { options, serving, audit, metrics } = state;
  const { source, declared, first, reloads } = tables;
  const { report } = options;
  const context = {
    serving,
    servers,
    source,
    audit,
    clock: systemClock,
    declared,
    keepSettings,
    envoys,
    noteTable: notices.followTables(pages.grants.operations.openStore),
    report,
  };
  await loadFirst(context, options, first);
  boundHeap();
  await servers.listen();
  reloads.begin(context, metrics, opened);
  reportListening(report, listeners, envoys, serving.table?.digest ?? first.table.compiled.digest);
  const resources = opened.move();
  return {
    ...addressesOf(listeners),
    reload: () => {
      source.look();
      listeners.reloadTls();
      envoys?.reloadTls();
    },
    close: () => closeGateway(context, options, resources),
  };
}

function watchSigningKeys(
  { options, serving, metrics }: OpenState,
  { declared }: OpenTables,
  { generatedKeyFile }: OpenIdentity,
): void {
  metrics.watchSigningKeys(() => {
    const { token } = serving.table?.manifest.gateway ?? declared;
    return readSigningKeyTimes(token, folderOf(options.source), generatedKeyFile);
  });
}

function addressesOf({ settings: { gatewayUrl }, adminUrl, authorizationUrl }: OpenListeners) {
  return { gatewayUrl, adminUrl, ...(authorizationUrl !== undefined && { authorizationUrl }) };
}

function reportListening(
  report: GatewayOptions['report'],
  listeners: OpenListeners,
  envoys: ServedEnvoys | undefined,
  digest: Digest,
): void {
  const { settings, caFile } = listeners;
  report({
    type: 'listening',
    ...addressesOf(listeners),
    ...(settings.storeUrl !== undefined && { storeUrl: `${settings.storeUrl}/store` }),
    ...(envoys && { controlPlaneUrl: envoys.url }),
    digest,
    ...(caFile ? { caFile } : {}),
  });
}

/** Reports the gateway as closing for `drainMs`, so that load balancers notice it before calls are refused. */
async function closeGateway(
  { serving, servers }: LoadContext,
  { drainMs = 0 }: GatewayOptions,
  resources: AsyncDisposableStack,
): Promise<void> {
  serving.drain();
  servers.drain();
  if (drainMs > 0) await delay(drainMs);
  await resources.disposeAsync();
}
