import { canonicalJson } from '#compiled/canonical-json.ts';
import type { Compiled } from '#compiled/compiled.ts';
import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import { isLoopbackHost } from '../served/loopback-host.ts';

/** The settings that are read only at start, because listeners, URLs and issued tokens depend on them. */
const fixedSettings = [
  'gatewayUrl',
  'authUrl',
  'keyManagerUrl',
  'storeUrl',
  'listener',
  'admin',
  'externalAuthorization',
  'trustedProxies',
  'state',
  'limits',
  'accessLog',
  'tracing',
] as const satisfies readonly (keyof GatewaySettings)[];

/** The names of the fixed settings that differ from those at start. */
export function changedFixedSettings(started: GatewaySettings, loaded: GatewaySettings): readonly string[] {
  return fixedSettings.filter(
    (name) => canonicalJson(started[name] ?? null) !== canonicalJson(loaded[name] ?? null),
  );
}

/**
 * Returns a function that replaces the fixed settings of a table by those in force. The digest of the table is still
 * that of its declared settings. For the same declared object, the result contains the same object.
 */
export function createSettingsKeeper(inForce: GatewaySettings): (compiled: Compiled) => Compiled {
  const fixed = Object.fromEntries(fixedSettings.map((name) => [name, inForce[name]]));
  let last: { readonly declared: GatewaySettings; readonly gateway: GatewaySettings } | undefined;
  return (compiled) => {
    const declared = compiled.manifest.gateway;
    if (last?.declared !== declared)
      last = { declared, gateway: { ...declared, ...fixed, ...followStore(declared, inForce) } };
    return { ...compiled, manifest: { ...compiled.manifest, gateway: last.gateway } };
  };
}

/** Moves `errorDocsUrl` along with the store's URL if it points to the store's own pages. */
function followStore(
  { errorDocsUrl, storeUrl: declared }: GatewaySettings,
  { storeUrl }: GatewaySettings,
): Pick<GatewaySettings, 'errorDocsUrl'> {
  if (errorDocsUrl === undefined || declared === undefined || storeUrl === undefined) return {};
  if (!errorDocsUrl.startsWith(`${declared}/store/`)) return {};
  return { errorDocsUrl: storeUrl + errorDocsUrl.slice(declared.length) };
}

/** The actual scheme and port of the listener, which options may override. */
export interface BoundListener {
  readonly scheme: 'http' | 'https';
  readonly port: number;
}

/**
 * Returns the settings in force. A URL of this machine with the declared port gets the actual scheme and port of the
 * listener.
 */
export function resolveAddresses(declared: GatewaySettings, bound: BoundListener): GatewaySettings {
  const resolve = (text: string) => resolveUrl(text, declared.listener.port, bound);
  return {
    ...declared,
    gatewayUrl: resolve(declared.gatewayUrl),
    authUrl: resolve(declared.authUrl),
    keyManagerUrl: resolve(declared.keyManagerUrl),
    ...(declared.storeUrl !== undefined && { storeUrl: resolve(declared.storeUrl) }),
  };
}

function resolveUrl(text: string, declaredPort: number, { scheme, port }: BoundListener): string {
  const url = new URL(text);
  const urlPort = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (!isLoopbackHost(url.hostname) || (declaredPort !== 0 && urlPort !== declaredPort)) return text;
  const path = url.pathname.replace(/\/$/, '');
  return `${scheme}://${url.hostname}:${port}${path}`;
}
