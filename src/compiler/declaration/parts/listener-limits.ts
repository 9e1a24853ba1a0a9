import Type from 'typebox';
import { SecretReferenceSchema } from './secret-reference.ts';

/** How long an open call may last; `otherwise` describes the default. */
export const StreamsSchema = (otherwise: string) =>
  Type.Object(
    {
      maxAgeSeconds: Type.Integer({
        minimum: 1,
        maximum: 31_536_000,
        description:
          'The maximum duration in seconds; a longer call is ended, and its client must call again.',
      }),
    },
    {
      additionalProperties: false,
      description: `How long WebSockets, event streams, downloads and other calls may last. Default: ${otherwise}.`,
    },
  );

/** A host name, or an address of IPv4 or IPv6 without brackets. */
export const listenerHostPattern =
  '^([A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*|[0-9A-Fa-f]*:[0-9A-Fa-f:.]*(%[0-9A-Za-z]+)?)$';

export const ListenerHostSchema = (description: string) =>
  Type.String({ pattern: listenerHostPattern, description });

/** The limits of the listener for each client. */
export const ListenerLimitsSchema = Type.Object(
  {
    maxHeaderBytes: Type.Optional(
      Type.Integer({
        minimum: 4096,
        maximum: 262_144,
        description: 'The maximum size of the request line and all headers, in bytes. Default: 16384.',
      }),
    ),
    maxHeaders: Type.Optional(
      Type.Integer({
        minimum: 32,
        maximum: 2000,
        description: 'The maximum number of headers. Default: 200.',
      }),
    ),
    maxConcurrentStreams: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 10_000,
        description: 'The maximum number of concurrent requests on one HTTP/2 connection. Default: 100.',
      }),
    ),
    stalledClientSeconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 3600,
        description:
          'How long a client may read nothing of a response before its call is aborted, in seconds. Default: 60.',
      }),
    ),
  },
  { additionalProperties: false, description: 'The limits for each client.' },
);

/** The listener at which proxies ask whether a call is allowed. */
export const ExternalAuthorizationSchema = Type.Object(
  {
    host: Type.Optional(
      ListenerHostSchema(
        'The address or host name to listen on; any address other than loopback requires TLS. Default: 127.0.0.1.',
      ),
    ),
    port: Type.Optional(Type.Integer({ minimum: 0, maximum: 65535, description: 'Default: 8245.' })),
    trustedPeers: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        minItems: 1,
        description:
          'Addresses or CIDR blocks of the proxies that may ask. Default: the loopback addresses, or any address with clientCa.',
      }),
    ),
    clientCa: Type.Optional(SecretReferenceSchema),
    missingBodies: Type.Optional(
      Type.Enum(['refused', 'empty', 'unchecked'], {
        description:
          'What happens to a call whose body would be validated and that the proxy sends without a body: it is refused (refused, the default), it has no body since the proxy sends every body (empty), or its body is not validated (unchecked).',
      }),
    ),
  },
  {
    additionalProperties: false,
    description: 'The listener at which other proxies ask whether a call is allowed.',
  },
);
