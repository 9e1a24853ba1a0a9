import type { FastifyReply } from 'fastify';
import type { ManifestApplication } from '#compiled/manifest.ts';

/** The origins of single-page applications, taken from their callback URLs. */
export function originsOfPages(applications: readonly ManifestApplication[]): ReadonlySet<string> {
  const pages = applications.filter(({ type }) => type === 'single-page');
  const origins = pages.flatMap(({ callbackUrls }) => callbackUrls.map(originOf));
  return new Set(origins.filter((origin) => origin !== opaqueOrigin));
}

/** The origin of URLs that have no origin, and of every sandboxed frame. */
const opaqueOrigin = 'null';

function originOf(url: string): string {
  return URL.parse(url)?.origin ?? opaqueOrigin;
}

/** Lets scripts of these origins read the response (Fetch standard, section 3.3.3), but never send cookies. */
export function shareWithPage(reply: FastifyReply, origins: ReadonlySet<string> | undefined): void {
  const { origin } = reply.request.headers;
  reply.header('vary', 'Origin');
  if (origin !== undefined && origins?.has(origin)) reply.header('access-control-allow-origin', origin);
}

/** Answers a preflight request. Adds CORS headers only for an origin that may read responses. */
export function answerPreflight(reply: FastifyReply, methods: readonly string[]): FastifyReply {
  if (reply.hasHeader('access-control-allow-origin'))
    reply.headers({
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': 'Authorization, Content-Type',
      'access-control-max-age': '600',
    });
  return reply.code(204).send();
}
