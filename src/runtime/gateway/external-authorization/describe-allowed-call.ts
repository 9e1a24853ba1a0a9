import { foldName } from '#compiled/header-fate.ts';
import type { Call } from '../call.ts';

/**
 * The headers of the answer to a proxy whose call has passed every policy, names and values in turn: the caller and the
 * way to the upstream, and what the response to the client has to carry. Each is sent even if its value is empty, so
 * that it replaces one that the client has sent.
 */
export function describeAllowedCall(call: Call): readonly string[] {
  return [...describeCaller(call), ...describeWay(call), 'cache-control', 'no-store', ...call.ownHeaders];
}

/**
 * Whether the client sends a header that CGI and its like would take for one of the answer, and that the proxy would not
 * replace since it is spelled in another way.
 */
export function imitatesAnswer({ request, api }: Call): boolean {
  const asserted = api.part.api.callerAssertion?.header;
  return Object.keys(request.headers).some((name) => {
    const folded = foldName(name);
    return folded !== name && (folded.startsWith('x-gatewright-') || folded === asserted);
  });
}

/** Of the caller of a public operation nothing is known. */
function describeCaller({ api, client, subscription, claims, token, assertion }: Call): readonly string[] {
  const asserted = api.part.api.callerAssertion?.header;
  return [
    'x-gatewright-application',
    token ? client.application.name : '',
    'x-gatewright-tier',
    token ? subscription.tier : '',
    'x-gatewright-subject',
    token ? inPrintableAscii(claims.subject) : '',
    ...(asserted === undefined ? [] : [asserted, assertion ?? '']),
  ];
}

function describeWay(call: Call): readonly string[] {
  const { api, endpoint, operation, client, resourcePath, target } = call;
  return [
    'x-gatewright-api',
    inPrintableAscii(`${api.manifest.name}/${api.manifest.version}`),
    'x-gatewright-key-set',
    operation.access === 'public' ? 'production' : client.keySet,
    'x-gatewright-path',
    endpoint.basePath + resourcePath + target.query,
    // Envoy removes these from the request; other proxies ignore it.
    'x-envoy-auth-headers-to-remove',
    ['authorization', ...missingAssertion(call)].join(','),
  ];
}

/** The header of an assertion that the upstream does not get. */
function missingAssertion({ api, assertion }: Call): readonly string[] {
  const asserted = api.part.api.callerAssertion?.header;
  return asserted === undefined || assertion !== undefined ? [] : [asserted];
}

function inPrintableAscii(text: string): string {
  return text.toWellFormed().replace(/[^!-$&-~]/gu, encodeURIComponent);
}
