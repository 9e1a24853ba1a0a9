import type { GatewaySettings } from '../../../compiled/settings/gateway-settings.ts';
import type { OwnAnswer } from '../clusters/upstream-failures.ts';
import { isMade } from '../listener/own-answers.ts';
import { isAbsolute, join } from 'node:path/posix';

/**
 * The access log as `AccessLog` filters of a connection manager, with the keys of the built-in data plane; empty if none
 * is declared. What a call is about is read from its dynamic metadata, `call` in the namespace `gatewright`, which
 * the program writes, so that no other table changes the listener.
 */
export function accessLog(
  { accessLog: destination }: Pick<GatewaySettings, 'accessLog'>,
  folder: string,
  answers: readonly OwnAnswer[],
): readonly object[] {
  if (destination === undefined) return [];
  const format = { json_format: fields(answers), omit_empty_values: true };
  return [
    {
      name: 'calls',
      filter: onlyCalls,
      typed_config: { ...sinkOf(destination, folder), log_format: format },
    },
  ];
}

/** Leaves out the pages for load balancers. */
const onlyCalls = {
  extension_filter: {
    name: 'cel',
    typed_config: {
      '@type': 'type.googleapis.com/envoy.extensions.access_loggers.filters.cel.v3.ExpressionFilter',
      expression: "response.code_details != 'direct_response'",
    },
  },
};

function sinkOf(destination: 'stdout' | { readonly file: string }, folder: string) {
  if (destination === 'stdout')
    return { '@type': 'type.googleapis.com/envoy.extensions.access_loggers.stream.v3.StdoutAccessLog' };
  const { file } = destination;
  return {
    '@type': 'type.googleapis.com/envoy.extensions.access_loggers.file.v3.FileAccessLog',
    path: isAbsolute(file) ? file : join(folder, file),
  };
}

/** By the keys of `AccessRecord`. */
function fields(answers: readonly OwnAnswer[]): Readonly<Record<string, string>> {
  return {
    level: 'info',
    time: '%START_TIME(%Y-%m-%dT%H:%M:%S.%3fZ)%',
    requestId: '%REQ(X-REQUEST-ID)%',
    traceId: '%TRACE_ID%',
    client: '%DOWNSTREAM_REMOTE_ADDRESS_WITHOUT_PORT%',
    protocol: cel("request.protocol == 'HTTP/2' ? '2.0' : request.protocol == 'HTTP/1.0' ? '1.0' : '1.1'"),
    method: '%REQ(:METHOD)%',
    path: '%DYNAMIC_METADATA(gatewright:call:path)%',
    status: cel('has(response.code) ? response.code : 499'),
    code: cel(codeOf(answers)),
    durationMs: '%DURATION%',
    upstreamMs: '%COMMON_DURATION(US_TX_BEG:US_RX_BEG:ms)%',
    upstream: '%METADATA(UPSTREAM_HOST:gatewright:origin)%',
    attempts: cel('upstream.request_attempt_count > 1 ? upstream.request_attempt_count : null'),
    failure: '%UPSTREAM_TRANSPORT_FAILURE_REASON%',
    api: '%DYNAMIC_METADATA(gatewright:call:api)%',
    version: '%DYNAMIC_METADATA(gatewright:call:version)%',
    operation: '%DYNAMIC_METADATA(gatewright:call:operation)%',
    application: '%DYNAMIC_METADATA(gatewright:call:application)%',
    keySet: '%DYNAMIC_METADATA(gatewright:call:keySet)%',
    bytes: cel("response.code_details == 'via_upstream' && response.size > 0 ? response.size : null"),
    digest: '%DYNAMIC_METADATA(gatewright:call:digest)%',
  };
}

function cel(expression: string): string {
  return `%TYPED_CEL(${expression})%`;
}

const codeInMetadata = "metadata.filter_metadata['gatewright']['call']['code']";

/** The code of an answer of Envoy itself: the first that applies. All others have theirs, if any, in the metadata. */
function codeOf(answers: readonly OwnAnswer[]): string {
  const own = answers.reduceRight(
    (otherwise, { when, code }) => `${when} ? '${code}' : ${otherwise}`,
    codeInMetadata,
  );
  return `${isMade} || ${isOfUpstream} ? ${codeInMetadata} : ${own}`;
}

const isOfUpstream =
  "response.code_details == 'via_upstream' || response.code_details.startsWith('upstream_reset_after')";
