import type { Rejection } from '#runtime/rejection/rejection.ts';
import type { Call, Policy } from '../call.ts';
import { findContent, isUtf8Charset, kindOf, mediaTypeOf } from '../validation/media-types.ts';
import type { RequestPlan } from '../validation/request-plan.ts';

/**
 * Refuses a body whose media type the operation does not declare, or whose Content-Encoding prevents its validation.
 */
export const checkMediaType: Policy = (call) => {
  if (!call.hasBody) return undefined;
  const { validation, api, undeclared } = call.api.part;
  if (api.validation.requests === 'off' || call.operation === undeclared?.operation) return undefined;
  const plan = validation.requestPlan(call.operation);
  const rejection = evaluate(call, plan);
  if (!rejection || api.validation.requests === 'enforce') return rejection;
  const violations = (rejection.errors ?? []).map(({ message }) => message);
  validation.reportDrift(call.operation, 'request', violations);
  return undefined;
};

/** A type and a subtype, each a token (RFC 9110 section 8.3.1). */
const isMediaType = /^[!#$%&'*+.^_`|~\w-]+\/[!#$%&'*+.^_`|~\w-]+$/;

function evaluate({ request: { headers } }: Call, plan: RequestPlan | undefined): Rejection | undefined {
  const contentType = headers['content-type'];
  const mediaType = mediaTypeOf(contentType);
  if (contentType !== undefined && !isMediaType.test(mediaType))
    return refuseType('The Content-Type header is not a media type.', plan);
  if (!plan) return undefined;
  const { body } = plan;
  const content = body && findContent(body.contents, mediaType);
  if (!content) return refuseType(describeTypes(body?.mediaTypes), plan);
  if (!content.checkFor(kindOf(mediaType))) return undefined;
  if (contentType !== undefined && contentType.length > mediaType.length && !isUtf8Charset(contentType))
    return refuseType('The charset of the body must be UTF-8.', plan);
  const encoding = headers['content-encoding'];
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return undefined;
  return {
    code: 'content_encoding_unsupported',
    errors: [{ message: 'The body must be sent without Content-Encoding.' }],
    headers: { 'accept-encoding': 'identity' },
  };
}

function describeTypes(declared: string | undefined): string {
  return declared === undefined || declared === ''
    ? 'The operation does not accept a body.'
    : `The operation accepts a body with one of these media types: ${declared}.`;
}

/** Lists the accepted media types, if the operation takes a body (RFC 9110 section 15.5.16). */
function refuseType(message: string, plan: RequestPlan | undefined): Rejection {
  const accept = plan?.body?.mediaTypes;
  return {
    code: 'media_type_unsupported',
    errors: [{ message }],
    ...(accept && { headers: { accept } }),
  };
}
