import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { TracingSettings } from '#compiled/settings/gateway-settings.ts';
import type { ExportSpan } from '#runtime/telemetry/span-record.ts';
import { messageOf, StartupError } from '../served/startup-error.ts';

export interface SpanExporterOptions {
  readonly deployment: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Receives a sentence when spans cannot be sent; again only after sending has succeeded. */
  readonly warn: (message: string) => void;
}

/** How long the end of the process waits for the last spans, in milliseconds. */
const maxCloseMs = 3000;

const variable = 'OTEL_EXPORTER_OTLP_ENDPOINT';

/**
 * The base URL of the receiver of spans, as declared or as the environment has it; undefined if there is none. Throws a
 * StartupError if that of the environment is not a URL; it may contain a secret, so the error does not repeat it.
 */
export function endpointOf(
  tracing: TracingSettings | undefined,
  environment: SpanExporterOptions['environment'],
): string | undefined {
  const endpoint = tracing?.endpoint ?? (environment[variable] || undefined);
  if (endpoint === undefined || isHttp(endpoint)) return endpoint;
  throw new StartupError(
    `The environment variable ${variable} is not an http or https URL: write it as http://host:port.`,
  );
}

function isHttp(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '');
}

/**
 * Opens an exporter that sends spans in batches to a receiver of OTLP over HTTP, until `opened` is disposed of. At most
 * 2048 spans wait, and further ones are lost. OpenTelemetry's packages are loaded only here, so only if calls are
 * traced.
 */
export async function openSpanExporter(
  endpoint: string,
  { deployment, environment, warn }: SpanExporterOptions,
  opened: AsyncDisposableStack,
): Promise<ExportSpan> {
  const [{ BatchSpanProcessor }, { OTLPTraceExporter }, { resourceFromAttributes }, { toReadableSpans }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('./to-readable-spans.ts'),
    ]);
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  const exporter = reportFailures(new OTLPTraceExporter({ url }), warn);
  const processor = new BatchSpanProcessor({ exporter });
  opened.defer(() => orAfter(processor.shutdown(), maxCloseMs));
  const resource = resourceFromAttributes({
    'service.name': environment['OTEL_SERVICE_NAME'] || 'gatewright',
    'deployment.environment.name': deployment,
  });
  const toReadable = toReadableSpans(resource);
  return (span) => processor.onEnd(toReadable(span));
}

function reportFailures(exporter: SpanExporter, warn: (message: string) => void): SpanExporter {
  let isTroubled = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const code: number = result.code;
        // 0 is success.
        const hasFailed = code !== 0;
        if (hasFailed && !isTroubled)
          warn(
            `Spans of calls cannot be sent (${messageOf(result.error ?? 'unknown reason')}), and are dropped.`,
          );
        isTroubled = hasFailed;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}

async function orAfter(work: Promise<void>, milliseconds: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  // A failure to send was already reported.
  await Promise.race([work.catch(() => undefined), promise]);
  clearTimeout(timer);
}
