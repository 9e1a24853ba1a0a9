import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import type { OwnAnswer } from '../answers/upstream-failures.ts';
import { celFormat, ownFormat, type FormatText } from '../text/format-text.ts';
import { isMade } from '../answers/own-answers.ts';
import { isAbsolute, join } from 'node:path/posix';

/**
 * The access log as `AccessLog` filters of a connection manager, with the keys of the built-in data plane; empty if no
 * access log is declared. The API and the caller are read from the dynamic metadata of a call, `call` in the namespace
 * `gatewright`, which the program writes. The listener therefore does not change with the APIs.
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

/** Excludes the pages for load balancers. A call without details about its end is logged too. */
const onlyCalls = {
  extension_filter: {
    name: 'cel',
    typed_config: {
      '@type': 'type.googleapis.com/envoy.extensions.access_loggers.filters.cel.v3.ExpressionFilter',
      expression: "!has(response.code_details) || response.code_details != 'direct_response'",
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

/** The format of each field, by the keys of `AccessRecord`. */
function fields(answers: readonly OwnAnswer[]): Readonly<Record<string, FormatText>> {
  return {
    level: ownFormat('info'),
    time: ownFormat('%START_TIME(%Y-%m-%dT%H:%M:%S.%3fZ)%'),
    requestId: ownFormat('%REQ(X-REQUEST-ID)%'),
    traceId: ownFormat('%TRACE_ID%'),
    client: ownFormat('%DOWNSTREAM_REMOTE_ADDRESS_WITHOUT_PORT%'),
    protocol: celFormat(
      "request.protocol == 'HTTP/2' ? '2.0' : request.protocol == 'HTTP/1.0' ? '1.0' : '1.1'",
    ),
    method: ownFormat('%REQ(:METHOD)%'),
    path: ownFormat('%DYNAMIC_METADATA(gatewright:call:path)%'),
    status: celFormat('has(response.code) ? response.code : 499'),
    code: celFormat(codeOf(answers)),
    durationMs: ownFormat('%DURATION%'),
    upstreamMs: ownFormat('%COMMON_DURATION(US_TX_BEG:US_RX_BEG:ms)%'),
    upstream: ownFormat('%METADATA(UPSTREAM_HOST:gatewright:origin)%'),
    attempts: celFormat('upstream.request_attempt_count > 1 ? upstream.request_attempt_count : null'),
    failure: ownFormat('%UPSTREAM_TRANSPORT_FAILURE_REASON%'),
    api: ownFormat('%DYNAMIC_METADATA(gatewright:call:api)%'),
    version: ownFormat('%DYNAMIC_METADATA(gatewright:call:version)%'),
    operation: ownFormat('%DYNAMIC_METADATA(gatewright:call:operation)%'),
    application: ownFormat('%DYNAMIC_METADATA(gatewright:call:application)%'),
    keySet: ownFormat('%DYNAMIC_METADATA(gatewright:call:keySet)%'),
    bytes: celFormat("response.code_details == 'via_upstream' && response.size > 0 ? response.size : null"),
    digest: ownFormat('%DYNAMIC_METADATA(gatewright:call:digest)%'),
  };
}

const codeInMetadata = "metadata.filter_metadata['gatewright']['call']['code']";

/**
 * A CEL expression for the error code. For a response of Envoy itself, the first entry that applies counts; any other
 * response has its code, if any, in the metadata.
 */
function codeOf(answers: readonly OwnAnswer[]): string {
  const own = answers.reduceRight(
    (otherwise, { when, code }) => `${when} ? '${code}' : ${otherwise}`,
    codeInMetadata,
  );
  return `${isMade} || ${isOfUpstream} ? ${codeInMetadata} : ${own}`;
}

const isOfUpstream =
  "response.code_details == 'via_upstream' || response.code_details.startsWith('upstream_reset_after')";
