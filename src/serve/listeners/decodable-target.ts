import { isWellEscaped } from '#runtime/rejection/is-well-escaped.ts';
import { splitTarget } from '#runtime/gateway/route/request-target.ts';

/**
 * The target of a request, with a malformed path escaped so that it is taken literally. Fastify would otherwise answer
 * it itself, without the headers and error pages of the routes above the path.
 */
export function decodableTarget({ url = '/' }: { readonly url?: string | undefined }): string {
  const { path, query } = splitTarget(url);
  if (isWellEscaped(path)) return url;
  return url.slice(0, url.length - query.length).replaceAll('%', '%25') + query;
}
