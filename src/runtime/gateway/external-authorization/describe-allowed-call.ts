import { foldName } from '#compiled/header-fate.ts';
import type { Call } from '../call.ts';

/**
 * The headers of the response to a proxy whose call is allowed: names and values, alternating. They describe the caller
 * and the upstream request, and include what the response to the client must carry. A header is sent even if its value
 * is empty, so that it replaces one that the client has sent.
 */
export function describeAllowedCall(call: Call): readonly string[] {
  return [...describeCaller(call), ...describeWay(call), 'cache-control', 'no-store', ...call.ownHeaders];
}

/**
 * Whether the client sends a header that CGI servers take for one of these, but that the proxy does not replace, since
 * it is spelled differently.
 */
export function imitatesAnswer({ request, api }: Call): boolean {
  const asserted = api.part.api.callerAssertion?.header;
  return Object.keys(request.headers).some((name) => {
    const folded = foldName(name);
    return folded !== name && (folded.startsWith('x-gatewright-') || folded === asserted);
  });
}

/** The values are empty for a call to a public operation, whose caller is unknown. */
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
    // Envoy removes the headers that this one lists from the request; other proxies ignore it.
    'x-envoy-auth-headers-to-remove',
    ['authorization', ...missingAssertion(call)].join(','),
  ];
}

/** The name of the assertion header if the upstream gets no assertion; otherwise empty. */
function missingAssertion({ api, assertion }: Call): readonly string[] {
  const asserted = api.part.api.callerAssertion?.header;
  return asserted === undefined || assertion !== undefined ? [] : [asserted];
}

function inPrintableAscii(text: string): string {
  return text.toWellFormed().replace(/[^!-$&-~]/gu, encodeURIComponent);
}
