import type { CorsSettings } from '#compiled/compiled-api.ts';
import type { Call } from '../call.ts';

type Headers = Readonly<Record<string, string>>;

/** Adds the CORS headers of every response to a call (Fetch standard, section 3.3.3). They never permit credentials. */
export function addCorsHeaders(call: Call, cors: CorsSettings | undefined): void {
  if (!cors) return;
  if (!isOpen(cors)) call.addHeader('vary', 'Origin');
  const shared = allowedOrigin(cors, call.request.headers.origin);
  if (shared === undefined) return;
  call.addHeader('access-control-allow-origin', shared);
  if (cors.exposeHeaders.length > 0)
    call.addHeader('access-control-expose-headers', cors.exposeHeaders.join(', '));
}

/** Additional headers of the response to a preflight. */
export function preflightHeaders(
  cors: CorsSettings | undefined,
  methods: string,
  ownHeaders: readonly string[],
): Headers {
  if (!cors) return {};
  return {
    'access-control-allow-methods': methods,
    'access-control-allow-headers': [...cors.allowHeaders, ...ownHeaders].join(', '),
    'access-control-max-age': String(cors.maxAgeSeconds),
  };
}

function allowedOrigin(cors: CorsSettings, origin: string | undefined): string | undefined {
  if (isOpen(cors)) return '*';
  return origin !== undefined && cors.allowOrigins.includes(origin) ? origin : undefined;
}

function isOpen({ allowOrigins }: CorsSettings): boolean {
  return allowOrigins.includes('*');
}
