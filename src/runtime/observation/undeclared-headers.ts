import type { HeaderList } from './exchange.ts';

/** Headers that any client or proxy may add, and that a document need not declare. */
const usualHeaders: ReadonlySet<string> = new Set(
  `accept alt-used authorization baggage cache-control connection cookie cookie2 date device-memory dnt downlink dpr ect
  early-data expect forwarded from host idempotency-key keep-alive last-event-id link max-forwards origin pragma prefer priority range
  referer rtt save-data te traceparent tracestate trailer transfer-encoding upgrade upgrade-insecure-requests user-agent
  via viewport-width width x-b3 x-cluster-client-ip x-correlation-id x-csrf-token x-forwarded x-real-ip x-request-id
  x-request-start x-requested-with x-scheme purpose http2-settings proxy-connection true-client-ip`.split(
    /\s+/,
  ),
);

const usualPrefixes = [
  'accept-',
  'access-control-',
  'cdn-',
  'cf-',
  'content-',
  'if-',
  'proxy-',
  'sec-',
  'x-amzn-',
  'x-amz-cf-',
  'x-b3-',
  'x-envoy-',
  'x-forwarded-',
  'x-datadog-',
  'x-cloud-trace-',
  'uber-trace-',
  'grpc-',
  ':',
];

/** The names, in lower case, of those headers of a request that a document must declare. */
export function namesToDeclare(headers: HeaderList): ReadonlySet<string> {
  const names = headers.map(([name]) => name.toLowerCase());
  return new Set(names.filter((name) => !isUsual(name)));
}

function isUsual(name: string): boolean {
  return usualHeaders.has(name) || usualPrefixes.some((prefix) => name.startsWith(prefix));
}
