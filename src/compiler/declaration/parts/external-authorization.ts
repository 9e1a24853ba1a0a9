import Type from 'typebox';
import { ListenerHostSchema } from './listener-host.ts';
import { SecretReferenceSchema } from './secret-reference.ts';

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
