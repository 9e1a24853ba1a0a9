import { addressHeaders, deprecationHeaders } from '#compiled/answers/deprecation-headers.ts';
import type { CorsSettings } from '#compiled/compiled-api.ts';
import type { FurtherAddress, ManifestApi } from '#compiled/manifest.ts';
import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';

/** The headers of every response to calls of an API, at its own address or at a further one. */
export function staticHeaders(
  api: ManifestApi,
  cors: CorsSettings | undefined,
  settings: GatewaySettings,
  address?: FurtherAddress,
): Readonly<Record<string, string>> {
  const pairs = address ? addressHeaders(api, address, settings) : deprecationHeaders(api, settings);
  const headers = Object.fromEntries(
    pairs.flatMap((name, index) => (index % 2 === 0 ? [[name, pairs[index + 1] ?? '']] : [])),
  );
  const vary = [
    ...(settings.versioning === 'url' ? [] : ['API-Version']),
    ...(cors && !isOpenToAll(cors) ? ['Origin'] : []),
  ];
  return { ...headers, ...(vary.length > 0 && { vary: vary.join(', ') }) };
}

/** Whether every origin may read responses. */
export function isOpenToAll({ allowOrigins }: CorsSettings): boolean {
  return allowOrigins.includes('*');
}
