import { clientStatusHeader } from '#compiled/answers/external-authorization.ts';
import { writeErrorBody } from '#compiled/answers/error-body.ts';
import { errorCodes } from '#compiled/answers/error-codes.ts';
import { refusedCode } from '../authz/clear-refusals.ts';
import { headerOption, ownFormat } from '../text/format-text.ts';
import type { OwnAnswer } from '../answers/upstream-failures.ts';
import { codeHeader } from '../answers/change-response.ts';
import { isMade, ownAnswers } from '../answers/own-answers.ts';

/**
 * The `local_reply_config` that gives Envoy's own answers the bodies of the gateway, and refusals of the endpoint for
 * authorization the status that is for the client.
 */
export function rewriteOwnAnswers(errorDocsUrl: string | undefined) {
  return {
    mappers: [
      ...statusesOfOutages.map((status) => mapperOfRefusals(status)),
      mapperOfRefusals(),
      ...ownAnswers.map((answer) => mapperFor(answer, errorDocsUrl)),
    ],
  };
}

/** Envoy takes them for an outage of the endpoint, which therefore sends them in a header. */
const statusesOfOutages: readonly number[] = [
  ...new Set(Object.values(errorCodes).map(({ status }) => status)),
].filter((status) => status >= 500);

/** A filter removes what such an answer has beside the refusal. */
function mapperOfRefusals(status?: number) {
  const isRefused = "response.code_details.startsWith('ext_authz_denied')";
  return {
    filter: filterBy(
      status === undefined
        ? isRefused
        : `${isRefused} && response.headers['${clientStatusHeader}'] == '${status}'`,
    ),
    ...(status !== undefined && { status_code: status }),
    headers_to_add: [headerOption(codeHeader, ownFormat(refusedCode))],
  };
}

function filterBy(expression: string) {
  return {
    extension_filter: {
      name: 'cel',
      typed_config: {
        '@type': 'type.googleapis.com/envoy.extensions.access_loggers.filters.cel.v3.ExpressionFilter',
        expression,
      },
    },
  };
}

function mapperFor({ when, code }: OwnAnswer, errorDocsUrl: string | undefined) {
  return {
    filter: filterBy(`!${isMade} && (${when})`),
    status_code: errorCodes[code].status,
    body: { inline_string: writeErrorBody(code, 'json', errorDocsUrl) },
    body_format_override: {
      text_format_source: { inline_string: ownFormat('%LOCAL_REPLY_BODY%') },
      content_type: 'application/json; charset=utf-8',
    },
    headers_to_add: [
      headerOption('cache-control', ownFormat('no-store')),
      headerOption('x-content-type-options', ownFormat('nosniff')),
      ...(code === 'rate_limited' ? [headerOption(codeHeader, ownFormat(code))] : []),
    ],
  };
}
