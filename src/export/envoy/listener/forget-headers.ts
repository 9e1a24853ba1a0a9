import { hopByHopHeaders } from '#compiled/header-fate.ts';
import { headerOption, ownFormat } from '../text/format-text.ts';
import { forbiddenTrailers } from '#compiled/answers/forbidden-trailers.ts';

/** Only the gateway sets these, whoever sends the request. */
const ours = [{ prefix: 'x-gatewright-' }, { prefix: 'x-envoy-' }];

/** The headers about the origin of a call that only a trusted proxy may send. */
const provenance = {
  prefix: 'x-forwarded-',
  names: ['forwarded', 'x-real-ip', 'x-request-id'],
};

/** The protocol that a proxy states, which Envoy replaces before the routes can read it. */
export const protocolHeader = 'x-gatewright-proto';

/** What the gateway may say in an answer. */
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
        // A name costs less than a matcher.
        ...(isTrusted ? keepProtocol : [removeMatching({ prefix }), ...names.map((remove) => ({ remove }))]),
      ],
    },
  };
}

/** Envoy finds no route for a call whose protocol is empty, and states that of the connection where there is none. */
const keepProtocol = [
  {
    append: headerOption(protocolHeader, ownFormat('%REQ(x-forwarded-proto)%')),
  },
  { remove: 'x-forwarded-proto' },
];

/**
 * Removes the trailers of a request, and those of a response that only the gateway may set: the early mutation does not
 * see the ones, the routes do not see the others, and who adds trailers to the headers would take them for headers of
 * the gateway.
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
