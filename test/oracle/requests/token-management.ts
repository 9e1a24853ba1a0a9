import { keys } from '../clients.ts';
import { byGet, noClient, type ComparedRequest, type Differences } from '../compared-request.ts';
import { basicOf } from '../side.ts';

const other = { authorization: basicOf(keys.other) };
const wrong = { authorization: basicOf(keys.web, 'wrong') };

const notKept: Differences = {
  isKept: {
    ours: false,
    theirs: true,
    why: 'RFC 6749 section 5.1 has no-store where tokens pass; RFC 7009 has no rule of its own.',
  },
};

/** Requests to the revocation endpoint. */
export const revokeRequests: readonly ComparedRequest[] = [
  {
    name: 'an access token',
    send: async (side) => side.ask('revoke', { token: (await side.tokens()).access_token }),
    differs: notKept,
  },
  {
    name: 'a refresh token with a wrong hint',
    send: async (side) =>
      side.ask('revoke', { token: (await side.tokens()).refresh_token, token_type_hint: 'access_token' }),
    differs: notKept,
  },
  {
    name: 'a token with a hint that nobody knows',
    send: async (side) =>
      side.ask('revoke', { token: (await side.tokens()).access_token, token_type_hint: 'magic' }),
    differs: notKept,
  },
  { name: 'a token that is none', send: (side) => side.ask('revoke', { token: 'none' }), differs: notKept },
  {
    name: 'a token of another client',
    send: async (side) => side.ask('revoke', { token: (await side.tokens()).refresh_token }, other),
    differs: {
      ...notKept,
      error: {
        ours: 'invalid_grant',
        theirs: 'invalid_request',
        why: 'RFC 7009 section 2.1 has it refused and names no error; RFC 6749 section 5.2 has invalid_grant for what was issued to another client.',
      },
    },
  },
  { name: 'no token', send: (side) => side.ask('revoke', {}), differs: notKept },
  { name: 'a token twice', send: (side) => side.ask('revoke', 'token=a&token=b'), differs: notKept },
  {
    name: 'a token with a wrong secret',
    send: (side) => side.ask('revoke', { token: 'none' }, wrong),
    differs: notKept,
  },
  {
    name: 'a token of no client',
    send: (side) => side.ask('revoke', { token: 'none' }, {}),
    differs: { ...noClient, ...notKept },
  },
  {
    name: 'a token of a public client',
    send: (side) => side.ask('revoke', { token: 'none', client_id: keys.page }, {}),
    differs: notKept,
  },
  { name: 'by GET', send: (side) => side.ask('revoke', {}, {}, 'GET'), differs: byGet },
];

/** Requests to the introspection endpoint. */
export const introspectRequests: readonly ComparedRequest[] = [
  {
    name: 'an access token',
    send: async (side) => side.ask('introspect', { token: (await side.tokens()).access_token }),
    differs: {
      gives: {
        ours: ['aud', 'client_id', 'exp', 'iat', 'iss', 'jti', 'scope', 'sub', 'token_type', 'username'],
        theirs: ['client_id', 'exp', 'iat', 'iss', 'scope', 'sub', 'token_type'],
        why: 'RFC 7662 section 2.2 has all of them as optional; an opaque token has no audience.',
      },
    },
  },
  {
    name: 'a refresh token',
    send: async (side) => side.ask('introspect', { token: (await side.tokens()).refresh_token }),
    differs: {
      gives: {
        ours: ['client_id', 'exp', 'iss', 'scope', 'sub', 'username'],
        theirs: ['client_id', 'exp', 'iat', 'iss', 'scope', 'sub'],
        why: 'RFC 7662 section 2.2 has all of them as optional; the store keeps no time at which a refresh token was issued.',
      },
    },
  },
  {
    name: 'a refresh token that was used',
    send: async (side) => {
      const { refresh_token: token } = await side.tokens();
      await side.ask('token', { grant_type: 'refresh_token', refresh_token: token });
      return side.ask('introspect', { token });
    },
  },
  {
    name: 'an access token after its revocation',
    send: async (side) => {
      const { access_token: token } = await side.tokens();
      await side.ask('revoke', { token });
      return side.ask('introspect', { token });
    },
  },
  {
    name: 'an access token after the revocation of its refresh token',
    send: async (side) => {
      const tokens = await side.tokens();
      await side.ask('revoke', { token: tokens.refresh_token });
      return side.ask('introspect', { token: tokens.access_token });
    },
  },
  {
    name: 'an access token after the replay of its code',
    send: async (side) => {
      const form = {
        grant_type: 'authorization_code',
        redirect_uri: 'https://app.example.edu/callback?from=login',
        code: await side.code(),
      };
      const answer = await side.send('token', form);
      const { access_token: token } = (await answer.json()) as { readonly access_token: string };
      await side.ask('token', form);
      return side.ask('introspect', { token });
    },
  },
  {
    name: 'a token of another client',
    send: async (side) => side.ask('introspect', { token: (await side.tokens()).access_token }, other),
  },
  { name: 'a token that is none', send: (side) => side.ask('introspect', { token: 'none' }) },
  { name: 'no token', send: (side) => side.ask('introspect', {}) },
  { name: 'a token with a wrong secret', send: (side) => side.ask('introspect', { token: 'none' }, wrong) },
  {
    name: 'a token of no client',
    send: (side) => side.ask('introspect', { token: 'none' }, {}),
    differs: noClient,
  },
  {
    name: 'a token of a public client',
    send: (side) => side.ask('introspect', { token: 'none', client_id: keys.page }, {}),
    differs: {
      status: {
        ours: 401,
        theirs: 200,
        why: 'RFC 7662 section 2.1 wants whoever asks to be authorized, which a public client cannot show.',
      },
      error: {
        ours: 'invalid_client',
        why: 'RFC 7662 section 2.3 has the errors of RFC 6749 section 5.2 for who is not authenticated.',
      },
      active: {
        theirs: false,
        why: 'RFC 7662 section 2.1 wants whoever asks to be authorized before it is told anything.',
      },
    },
  },
];
