import { foldName, type HeaderFate } from '#compiled/header-fate.ts';
import { roleOf } from '../upstream/header-roles.ts';
import { sendContinue } from '#runtime/rejection/send-continue.ts';
import type { Rejection } from '#runtime/rejection/rejection.ts';
import type { Call, WaitingPolicy } from '../call.ts';
import type { CheckBody } from '../validation/body-check.ts';
import { Findings } from '../validation/findings.ts';
import { findContent, kindOf, mediaTypeOf } from '../validation/media-types.ts';
import { readBody, tooLarge } from '../validation/read-body.ts';
import type { BodyPlan, RequestPlan } from '../validation/request-plan.ts';

/**
 * Refuses a request whose parameters or body do not match the declared operation. Returns a promise only if it reads
 * the body.
 */
export const validateRequest: WaitingPolicy = (call) => {
  const { validation, requests } = call.api.part;
  if (requests === 'off') return undefined;
  const plan = validation.requestPlan(call.operation);
  if (!plan) return undefined;
  const findings = new Findings();
  checkParameters(call, plan, findings);
  if (plan.body && call.request.missingBody) {
    if (findings.isEmpty && isRefusedWithoutBody(call)) return { code: 'body_not_sent' };
  } else if (plan.body) {
    const checkBody = call.hasBody ? checkOf(call, plan.body) : undefined;
    if (!call.hasBody && plan.body.required) reportMissingBody(findings);
    // A missing or malformed part already decides the response, so the body is not read.
    const isDecided = requests === 'enforce' && findings.isUnreadable;
    if (checkBody && !isDecided) return readAndCheck(call, plan.body, checkBody, findings);
  }
  return findings.isEmpty ? undefined : conclude(call, findings);
};

function checkParameters(call: Call, plan: RequestPlan, findings: Findings): void {
  for (const { index, check } of plan.path) {
    const value = call.pathValues[index];
    if (value !== undefined) check.check(value, findings);
  }
  plan.query?.check(call.target.query.slice(1), findings);
  if (plan.headerNames.size > 0) checkHeaders(call, plan, findings);
  plan.cookies?.check(call.request.headers.cookie ?? '', findings);
}

/**
 * Checks the headers that the upstream receives: one that the gateway does not forward is missing, even if it was sent.
 */
function checkHeaders(call: Call, plan: RequestPlan, findings: Findings): void {
  const { headers } = call.request;
  for (const name in headers) {
    const declared = plan.headerNames.get(roleOf(name).folded);
    if (declared && !declared.includes(name))
      findings.malformed.push(`The header \`${declared[0]}\` is sent with a different spelling.`);
  }
  for (const { name, fate, check } of plan.headers) {
    if (isReplaced(call, name)) continue;
    const value = isForwarded(call, fate) ? headers[name] : undefined;
    if (typeof value === 'string') check.check(value, findings);
    else if (Array.isArray(value)) check.check(value.join(', '), findings);
    else if (check.required) check.miss(findings);
  }
}

function isForwarded({ peer, generation }: Call, fate: HeaderFate): boolean {
  return fate === 'passed' || (fate === 'provenance' && generation.trustsPeer(peer));
}

/** Whether the gateway replaces the header with its own value: its credentials, the caller assertion, or a trace. */
function isReplaced({ endpoint, api, trace }: Call, name: string): boolean {
  const folded = foldName(name);
  if (trace && name === 'traceparent') return true;
  return endpoint.ownNames.has(folded) || folded === api.part.api.callerAssertion?.header;
}

/**
 * The check of the body; undefined if the body streams through, because its media type is not checked or its content is
 * encoded.
 */
function checkOf({ request: { headers } }: Call, { contents }: BodyPlan): CheckBody | undefined {
  const mediaType = mediaTypeOf(headers['content-type']);
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') return undefined;
  return findContent(contents, mediaType)?.checkFor(kindOf(mediaType));
}

async function readAndCheck(
  call: Call,
  { required }: BodyPlan,
  checkBody: CheckBody,
  findings: Findings,
): Promise<Rejection | undefined> {
  const { request, response } = call;
  sendContinue(request, response);
  const body = await readBody(request, call.api.part.api.maxBodyBytes);
  if (body === tooLarge) return { code: 'body_too_large' };
  if (body === undefined) return { code: 'request_malformed' };
  call.body = body;
  if (body.length > 0) checkBody(body, findings);
  else if (required) reportMissingBody(findings);
  return findings.isEmpty ? undefined : conclude(call, findings);
}

/** Whether to refuse a call that a proxy asks about without its body, which could have any content. */
function isRefusedWithoutBody({ request, api }: Call): boolean {
  return request.missingBody === 'refused' && api.part.api.validation.requests === 'enforce';
}

function reportMissingBody(findings: Findings): void {
  findings.missing.push('The body is missing.');
}

function conclude(call: Call, findings: Findings): Rejection | undefined {
  const { validation, api } = call.api.part;
  if (api.validation.requests === 'enforce') return findings.toRejection();
  validation.reportDrift(call.operation, 'request', findings.messages);
  return undefined;
}
