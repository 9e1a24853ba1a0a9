import { isWellEscaped } from '#runtime/rejection/is-well-escaped.ts';
import { splitTarget } from '#runtime/gateway/route/request-target.ts';

/**
 * The target of a request, with a path that can be decoded: one with malformed escapes is taken literally. The framework
 * would answer such a path itself, without the headers and the pages of the routes that it is below.
 */
export function decodableTarget({ url = '/' }: { readonly url?: string | undefined }): string {
  const { path, query } = splitTarget(url);
  if (isWellEscaped(path)) return url;
  return url.slice(0, url.length - query.length).replaceAll('%', '%25') + query;
}
