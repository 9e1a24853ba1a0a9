import type { Policy } from '../call.ts';
import { isPreflight } from '#runtime/ports/http-exchange.ts';
import { addCorsHeaders } from '../response/cors.ts';
import { findApi, versionHeader } from '../generation/find-api.ts';

/** Finds the API that the call is for. From here on, every response to the call carries the CORS headers of the API. */
export const chooseApi: Policy = (call) => {
  const { request, generation, target } = call;
  const { apis, basePath, settings } = generation;
  if (!isBelow(target.path, basePath)) return { code: 'api_unknown' };
  const found = findApi(apis, settings.versioning, {
    path: target.path.slice(basePath.length),
    version: request.headers[versionHeader],
    isPreflight: isPreflight(request),
  });
  if ('code' in found) return found;
  call.api = found.api;
  call.resourcePath = found.resourcePath;
  call.address = found.address;
  // A cache that uses only the URL as its key would return the wrong version.
  if (settings.versioning !== 'url') call.addHeader('vary', 'API-Version');
  addCorsHeaders(call, found.api.part.cors);
  return undefined;
};

function isBelow(path: string, basePath: string): boolean {
  return path.charCodeAt(basePath.length) === slash && path.startsWith(basePath);
}

const slash = 0x2f;
