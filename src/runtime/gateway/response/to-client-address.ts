import type { Call } from '../call.ts';
import type { UpstreamTarget } from '../generation/served-endpoint.ts';

/**
 * A URI that an upstream gives, as its client can follow it: one below the upstream's own address becomes one below
 * the API's. Any other stays as it is; one that is relative means the API's address already.
 */
export function toClientAddress(address: string, call: Call, { origin, basePath }: UpstreamTarget): string {
  if (!/^https?:/i.test(address)) return address;
  const url = URL.parse(address);
  if (url?.origin !== origin || url.username !== '' || url.password !== '') return address;
  if (!`${url.pathname}/`.startsWith(`${basePath}/`)) return address;
  return addressOfApi(call) + url.pathname.slice(basePath.length) + url.search + url.hash;
}

/** By the version that the call named, or by none where it named none. */
function addressOfApi({ generation, target: { path }, resourcePath }: Call): string {
  const base = path.endsWith(resourcePath) ? path.slice(0, -resourcePath.length) : path;
  return `${generation.scheme}://${generation.host}${base}`;
}
