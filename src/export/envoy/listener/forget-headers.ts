import { hopByHopHeaders } from '#compiled/header-fate.ts';
import { headerOption, ownFormat } from '../text/format-text.ts';
import { forbiddenTrailers } from '#compiled/answers/forbidden-trailers.ts';

/** Headers that only the gateway may set, even if a trusted proxy sends the request. */
const ours = [{ prefix: 'x-gatewright-' }, { prefix: 'x-envoy-' }];

/** The headers about the origin of a call that only a trusted proxy may send. */
const provenance = {
  prefix: 'x-forwarded-',
  names: ['forwarded', 'x-real-ip', 'x-request-id'],
};

/** The header for the protocol that a proxy states: Envoy replaces X-Forwarded-Proto before the routes can read it. */
export const protocolHeader = 'x-gatewright-proto';

/** The response headers that the gateway may set. */
const ownFields = ['content-security-policy', 'deprecation', 'gatewright-digest', 'sunset', 'x-request-id'];
const ownPrefixes = ['access-control-', 'ratelimit', 'x-gatewright-', 'x-ratelimit-'];

/** Removes the headers of a request that its client may not set, before anything reads them. */
export function forgetHeaders(isTrusted: boolean) {
  const { prefix, names } = provenance;
  return {
    name: 'envoy.http.early_header_mutation.header_mutation',
    typed_config: {
      '@type':
        'type.googleapis.com/envoy.extensions.http.early_header_mutation.header_mutation.v3.HeaderMutation',
      mutations: [
        ...ours.map(removeMatching),
        // Removing a name costs less than a matcher.
        ...(isTrusted ? keepProtocol : [removeMatching({ prefix }), ...names.map((remove) => ({ remove }))]),
      ],
    },
  };
}

/**
 * Moves X-Forwarded-Proto to `protocolHeader`. Envoy finds no route for a call whose protocol is empty, and uses that
 * of the connection if the header is missing.
 */
const keepProtocol = [
  {
    append: headerOption(protocolHeader, ownFormat('%REQ(x-forwarded-proto)%')),
  },
  { remove: 'x-forwarded-proto' },
];

/**
 * Removes the trailers of a request, which the early mutation does not see, and the trailers of a response that only
 * the gateway may set, which the routes do not see. A recipient that merges trailers into the headers would take them
 * for headers of the gateway.
 */
export const forgetTrailers = {
  name: 'trailers',
  typed_config: {
    '@type': 'type.googleapis.com/envoy.extensions.filters.http.header_mutation.v3.HeaderMutation',
    mutations: {
      request_trailers_mutations: [removeMatching({ safe_regex: { regex: '.*' } })],
      response_trailers_mutations: [
        ...[...forbiddenTrailers, ...hopByHopHeaders, ...ownFields].map((exact) => removeMatching({ exact })),
        ...ownPrefixes.map((prefix) => removeMatching({ prefix })),
      ],
    },
  },
};

function removeMatching(matcher: object) {
  return { remove_on_match: { key_matcher: matcher } };
}
