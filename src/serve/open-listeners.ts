import type { GatewaySettings } from '../compiled/manifest.ts';
import { createAdminListener } from './create-admin-listener.ts';
import { createListener } from './create-listener.ts';
import { isLoopbackHost, settleAddresses } from './fixed-settings.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { closeListener, listen } from './listen.ts';
import { openTls } from './open-tls.ts';
import type { Services } from './served-generation.ts';
import type { Serving } from './serving.ts';
import { tellFaults } from './tell-faults.ts';

/** The listeners of a gateway, open. */
export interface OpenListeners {
  /** The settings as they are in force. */
  readonly settings: GatewaySettings;
  readonly adminUrl: string;
  readonly caFile: string | undefined;
}

/**
 * Opens the listeners that the settings declare; `opened` closes them. Until the first generation is swapped in,
 * calls are answered with 503. Rejects with a StartupError.
 */
export async function openListeners(
  declared: GatewaySettings,
  { plainHttp, port, adminPort, deployment, report }: GatewayOptions,
  services: Services,
  serving: Serving,
  opened: AsyncDisposableStack,
): Promise<OpenListeners> {
  const { listener, admin } = declared;
  const tls = await openTls(declared, plainHttp, services);
  const reportFault = tellFaults(report, services.clock);
  const current = () => serving.generation;
  const calls = opened.adopt(
    createListener({ settings: declared, tls: tls.calls, current, reportFault }),
    closeListener,
  );
  const operators = opened.adopt(createAdminListener(serving, deployment, tls.admin), closeListener);
  const bound = await listen(calls, { host: listener.host, port: port ?? listener.port, option: '--port' });
  const boundAdmin = await listen(operators, {
    host: admin.host,
    port: adminPort ?? admin.port,
    option: '--admin-port',
  });
  return {
    settings: settleAddresses(declared, { scheme: plainHttp ? 'http' : 'https', port: bound }),
    adminUrl: `${isLoopbackHost(admin.host) ? 'http' : 'https'}://${inUrl(admin.host)}:${boundAdmin}`,
    caFile: tls.calls?.caFile,
  };
}

function inUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
