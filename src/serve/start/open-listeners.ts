import type { ExternalAuthorizationSettings, GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import { withoutClients, type TlsMaterial } from '#platform/keys/own-certificates.ts';
import { createAdminListener } from '../admin/create-admin-listener.ts';
import { resolveAddresses } from './fixed-settings.ts';
import { isLoopbackHost } from '../served/loopback-host.ts';
import { type GatewayOptions, folderOf } from '../served/gateway-options.ts';
import { closeListener, listen } from '../listeners/listen.ts';
import { followTls, renewTls, tlsFilesOf } from '../listeners/follow-tls.ts';
import type { MetricsPage } from '../admin/metrics-page.ts';
import { describeWrongHost, openTls, type TlsServices } from '../listeners/open-tls.ts';
import type { GrantPages } from '../admin/register-grants.ts';

import type { Servers, ListenAddress } from '../served/servers.ts';
import type { Serving } from '../served/serving.ts';

/** The listeners of a gateway, open. */
export interface OpenListeners {
  /** The settings as they are in force. */
  readonly settings: GatewaySettings;
  readonly adminUrl: string;
  /** Where proxies ask whether a call is allowed, before the name of their protocol; absent if they cannot. */
  readonly authorizationUrl?: string;
  readonly caFile: string | undefined;
  /** In PEM; undefined if both speak plain HTTP. */
  readonly certificate: string | undefined;
  /** Loads new TLS material, if there is any. */
  readonly reloadTls: () => void;
}

/** The handlers of listeners' calls, and the listeners' state. */
interface Observed {
  readonly serving: Serving;
  readonly servers: Servers;
  readonly metrics: MetricsPage;
  readonly grants: GrantPages;
}

/**
 * Opens the listeners that the settings declare; `opened` closes that of operators. Until the first generation is
 * swapped in, calls are answered with 503 or not at all. Rejects with a StartupError.
 */
export async function openListeners(
  declared: GatewaySettings,
  { source, plainHttp, host, port, adminPort, report, ...named }: GatewayOptions,
  services: TlsServices,
  { serving, servers, metrics, grants }: Observed,
  opened: AsyncDisposableStack,
): Promise<OpenListeners> {
  const bindings = host === undefined ? declared : { ...declared, listener: { ...declared.listener, host } };
  const { listener, admin } = bindings;
  const tls = await openTls(bindings, plainHttp, services);
  const address = { host: listener.host, port: port ?? listener.port, option: '--port' } as const;
  const wrongHost = describeWrongHost(declared, tls.calls);
  if (wrongHost !== undefined) report({ type: 'warning', message: wrongHost });
  const authorization =
    declared.externalAuthorization && addressOfAuthorization(declared.externalAuthorization);
  const bound = await servers.open(
    declared,
    { calls: address, ...(authorization && { authorization }) },
    { calls: tls.calls, ...(tls.authorization && { authorization: tls.authorization }) },
  );
  const operators = opened.adopt(
    createAdminListener(serving, named, tls.admin, metrics, grants),
    closeListener,
  );
  const boundAdmin = await listen(operators, {
    host: admin.host,
    port: adminPort ?? admin.port,
    option: '--admin-port',
  });
  const takeForCalls = (material: TlsMaterial) => servers.takeTls(material);
  const takeForOperators = (material: TlsMaterial) => renewTls(operators.server, withoutClients(material));
  const takers = [
    tls.calls || tls.authorization ? [takeForCalls] : [],
    tls.admin ? [takeForOperators] : [],
  ].flat();
  const files = tlsFilesOf(declared, folderOf(source));
  return {
    reloadTls: followTls({ tls, takers, files, report, listener: 'listener' }, opened),
    settings: resolveAddresses(declared, { scheme: plainHttp ? 'http' : 'https', port: bound.calls }),
    adminUrl: `${isLoopbackHost(admin.host) ? 'http' : 'https'}://${inUrl(admin.host)}:${boundAdmin}`,
    ...(authorization &&
      bound.authorization !== undefined && {
        authorizationUrl: `${tls.authorization ? 'https' : 'http'}://${inUrl(authorization.host)}:${bound.authorization}/authz`,
      }),
    caFile: tls.calls?.caFile,
    certificate: (tls.calls ?? tls.admin ?? tls.authorization)?.certificate,
  };
}

function addressOfAuthorization({ host, port }: ExternalAuthorizationSettings): ListenAddress {
  return { host, port, option: 'externalAuthorization.port' };
}

function inUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
