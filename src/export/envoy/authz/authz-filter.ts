import { countedPath } from '#compiled/answers/external-authorization.ts';
import type { Compiled } from '#compiled/compiled.ts';
import type { ServiceAddress } from '../envoy-options.ts';

/** The cluster of the endpoint for authorization. */
export const authzCluster = 'gatewright/authz';

/**
 * The filter that asks a gateway whether a call is allowed, with the call's headers and body. If the gateway does not
 * respond, the call is refused. `url` is the URL that a gateway prints at its start, including `/authz`.
 */
export function authzFilter({ apis }: Compiled, { url }: ServiceAddress) {
  const longest = Math.max(1, ...[...apis.values()].map(({ maxBodyBytes }) => maxBodyBytes));
  const assertions = new Set(
    [...apis.values()].flatMap(({ callerAssertion }) => callerAssertion?.header ?? []),
  );
  return {
    '@type': 'type.googleapis.com/envoy.extensions.filters.http.ext_authz.v3.ExtAuthz',
    failure_mode_allow: false,
    status_on_error: { code: 'InternalServerError' },
    allowed_headers: { patterns: [{ safe_regex: { regex: '.*' } }] },
    with_request_body: { max_request_bytes: longest, allow_partial_message: false, pack_as_bytes: true },
    http_service: {
      server_uri: { uri: url, cluster: authzCluster, timeout: '10s' },
      // The path for calls that are already counted: the filter for limits runs before this one.
      path_prefix: `${new URL(url).pathname.replace(/\/$/, '')}${countedPath}`,
      ...(assertions.size > 0 && {
        authorization_response: {
          allowed_upstream_headers: { patterns: [...assertions].toSorted().map((exact) => ({ exact })) },
        },
      }),
    },
  };
}
