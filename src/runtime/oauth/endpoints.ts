import { answerForm, type Endpoint } from './endpoint.ts';
import { answerIntrospection } from './introspection.ts';
import type { OAuthAddresses } from './oauth-addresses.ts';
import { answerRevocation } from './revocation.ts';
import { answerTokenRequest } from './token/token-endpoint.ts';

/** How long verifiers cache the keys. A key rotation waits this long at each step, so that verifiers know a new key. */
const cacheSeconds = 300;

/** The endpoints for programs, with their paths. */
export function endpointsAt(addresses: OAuthAddresses): readonly Endpoint[] {
  return [
    {
      urls: addresses.token,
      methods: ['POST'],
      isForPages: true,
      audited: 'token',
      answer: answerForm(answerTokenRequest),
    },
    {
      urls: addresses.revoke,
      methods: ['POST'],
      isForPages: true,
      audited: 'revoke',
      answer: answerForm(answerRevocation),
    },
    {
      urls: addresses.introspect,
      methods: ['POST'],
      isForPages: false,
      audited: 'introspect',
      answer: answerForm(answerIntrospection),
    },
    {
      urls: addresses.jwks,
      methods: ['GET', 'HEAD'],
      isForPages: true,
      cacheSeconds,
      answer: ({ mint: { keyRing } }) => ({
        keys: [...keyRing.keys.values()].map(({ publicJwk }) => publicJwk),
      }),
    },
    {
      urls: addresses.metadata,
      methods: ['GET', 'HEAD'],
      isForPages: true,
      cacheSeconds,
      answer: ({ metadata }) => metadata,
    },
  ];
}
