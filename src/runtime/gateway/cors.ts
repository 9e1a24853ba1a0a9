import type { CorsSettings } from '../../compiled/compiled-api.ts';

type Headers = Readonly<Record<string, string>>;

/** What every answer to an origin carries (Fetch standard, section 3.3.3); never leave for credentials. */
export function corsHeaders(cors: CorsSettings | undefined, origin: string | undefined): Headers {
  if (!cors) return {};
  const shared = allowedOrigin(cors, origin);
  return {
    ...(isOpen(cors) ? {} : { vary: 'Origin' }),
    ...(shared === undefined ? {} : { 'access-control-allow-origin': shared, ...exposed(cors) }),
  };
}

/** What the answer to a preflight carries beside those. */
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

function exposed({ exposeHeaders }: CorsSettings): Headers {
  return exposeHeaders.length === 0 ? {} : { 'access-control-expose-headers': exposeHeaders.join(', ') };
}
