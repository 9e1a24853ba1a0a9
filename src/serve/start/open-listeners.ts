import type { ExternalAuthorizationSettings, GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import { withoutClients, type TlsMaterial } from '#platform/keys/own-certificates.ts';
import { systemClock } from '#platform/system-clock.ts';
import { type AdminPages, createAdminListener } from '../admin/create-admin-listener.ts';
import { followTls, renewTls, tlsFilesOf } from '../listeners/follow-tls.ts';
import { closeListener, listen } from '../listeners/listen.ts';
import { describeWrongHost, type ListenerTls, openTls } from '../listeners/open-tls.ts';
import { folderOf } from '../served/gateway-options.ts';
import { isLoopbackHost } from '../served/loopback-host.ts';
import type { ListenAddress, PerListener, Servers } from '../served/servers.ts';
import { resolveAddresses } from './fixed-settings.ts';
import type { OpenIdentity } from './open-identity.ts';
import type { OpenState } from './open-state.ts';
import type { OpenTables } from './open-tables.ts';

/** The open listeners of a gateway. */
export interface OpenListeners {
  /** The settings in force. */
  readonly settings: GatewaySettings;
  readonly adminUrl: string;
  /**
   * The URL where proxies request authorization, to which the name of their protocol is appended; absent if that is not
   * enabled.
   */
  readonly authorizationUrl?: string;
  readonly caFile: string | undefined;
  /** Loads new TLS material if there is any. */
  readonly reloadTls: () => void;
}

/**
 * Opens the declared listeners; `opened` closes the admin listener. Until the first generation is served, calls are
 * answered with 503 or not at all. Rejects with a StartupError.
 */
export async function openListeners(
  { options, metrics }: OpenState,
  { declared }: OpenTables,
  { resolveSecret }: OpenIdentity,
  servers: Servers,
  pages: AdminPages,
  opened: AsyncDisposableStack,
): Promise<OpenListeners> {
  const { source, stateFolder, plainHttp, host, port, adminPort, report } = options;
  const bindings = host === undefined ? declared : { ...declared, listener: { ...declared.listener, host } };
  const tls = await openTls(bindings, plainHttp, { clock: systemClock, resolveSecret, stateFolder });
  const wrongHost = describeWrongHost(declared, tls.calls);
  if (wrongHost !== undefined) report({ type: 'warning', message: wrongHost });
  const bound = await servers.open(declared, callAddresses(bindings, port), {
    calls: tls.calls,
    ...(tls.authorization && { authorization: tls.authorization }),
  });
  const operators = opened.adopt(createAdminListener(pages, tls.admin), closeListener);
  const { host: adminHost, port: declaredAdminPort } = declared.admin;
  const boundAdmin = await listen(operators, {
    host: adminHost,
    port: adminPort ?? declaredAdminPort,
    option: '--admin-port',
  });
  const takers = [
    ...(tls.calls || tls.authorization ? [(material: TlsMaterial) => servers.takeTls(material)] : []),
    ...(tls.admin ? [(material: TlsMaterial) => renewTls(operators.server, withoutClients(material))] : []),
  ];
  const files = tlsFilesOf(declared, folderOf(source));
  const certificate = (tls.calls ?? tls.admin ?? tls.authorization)?.certificate;
  if (certificate !== undefined) metrics.watchCertificate(certificate);
  return {
    reloadTls: followTls({ tls, takers, files, report, listener: 'listener' }, opened),
    settings: resolveAddresses(declared, { scheme: plainHttp ? 'http' : 'https', port: bound.calls }),
    adminUrl: `${isLoopbackHost(adminHost) ? 'http' : 'https'}://${inUrl(adminHost)}:${boundAdmin}`,
    ...authorizationUrl(declared, tls, bound),
    caFile: tls.calls?.caFile,
  };
}

/** The addresses to listen on. `port` is the port for calls in the options. */
function callAddresses(
  { listener, externalAuthorization }: GatewaySettings,
  port: number | undefined,
): PerListener<ListenAddress> {
  return {
    calls: { host: listener.host, port: port ?? listener.port, option: '--port' },
    ...(externalAuthorization && { authorization: addressOfAuthorization(externalAuthorization) }),
  };
}

function addressOfAuthorization({ host, port }: ExternalAuthorizationSettings): ListenAddress {
  return { host, port, option: 'externalAuthorization.port' };
}

function authorizationUrl(
  { externalAuthorization }: GatewaySettings,
  { authorization: material }: ListenerTls,
  { authorization: port }: PerListener<number>,
): Pick<OpenListeners, 'authorizationUrl'> {
  if (!externalAuthorization || port === undefined) return {};
  const scheme = material ? 'https' : 'http';
  return { authorizationUrl: `${scheme}://${inUrl(externalAuthorization.host)}:${port}/authz` };
}

function inUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
