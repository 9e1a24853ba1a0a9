import { keys, pageRedirectUri, redirectUri, scope } from '../clients.ts';
import { errorHoldsScope, type ComparedRequest } from '../compared-request.ts';
import { basicOf, challenge, exchange, pageQuery, verifier } from '../side.ts';

const s256 = { code_challenge: challenge, code_challenge_method: 'S256' };
const other = { authorization: basicOf(keys.other) };

/** The exchange of a code. */
export const codeRequests: readonly ComparedRequest[] = [
  { name: 'a code', send: async (side) => side.ask('token', { ...exchange, code: await side.code() }) },
  {
    name: 'a code with its verifier',
    send: async (side) =>
      side.ask('token', { ...exchange, code: await side.code(s256), code_verifier: verifier }),
  },
  {
    name: 'a code of a public client',
    send: async (side) =>
      side.ask(
        'token',
        {
          grant_type: 'authorization_code',
          client_id: keys.page,
          redirect_uri: pageRedirectUri,
          code: await side.code(pageQuery),
          code_verifier: verifier,
        },
        {},
      ),
  },
  {
    name: 'a code of a public client without its verifier',
    send: async (side) =>
      side.ask(
        'token',
        {
          grant_type: 'authorization_code',
          client_id: keys.page,
          redirect_uri: pageRedirectUri,
          code: await side.code(pageQuery),
        },
        {},
      ),
  },
  {
    name: 'a code with another verifier',
    send: async (side) =>
      side.ask('token', {
        ...exchange,
        code: await side.code(s256),
        code_verifier: verifier.replace('v', 'V'),
      }),
  },
  {
    name: 'a code with a verifier that is too short',
    send: async (side) =>
      side.ask('token', { ...exchange, code: await side.code(s256), code_verifier: 'short' }),
    differs: {
      error: {
        ours: 'invalid_grant',
        theirs: 'invalid_request',
        why: 'RFC 7636 section 4.6 has invalid_grant for a verifier that does not fit, of whatever length.',
      },
    },
  },
  {
    name: 'a code without its verifier',
    send: async (side) => side.ask('token', { ...exchange, code: await side.code(s256) }),
  },
  {
    name: 'a code with a verifier, though it has no challenge',
    send: async (side) =>
      side.ask('token', { ...exchange, code: await side.code(), code_verifier: verifier }),
    differs: {
      error: {
        ours: 'invalid_request',
        theirs: 'invalid_grant',
        why: 'RFC 9700 section 2.1.1 has it refused and names no error; section 3.2.4 of OAuth 2.1 has invalid_request.',
      },
    },
  },
  {
    name: 'a code for the second time',
    send: async (side) => {
      const form = { ...exchange, code: await side.code() };
      await side.ask('token', form);
      return side.ask('token', form);
    },
  },
  {
    name: 'a code of another client',
    send: async (side) => side.ask('token', { ...exchange, code: await side.code() }, other),
  },
  {
    name: 'a code with another redirect URI',
    send: async (side) =>
      side.ask('token', { ...exchange, redirect_uri: `${redirectUri}/`, code: await side.code() }),
  },
  {
    name: 'a code without the redirect URI',
    send: async (side) => side.ask('token', { grant_type: 'authorization_code', code: await side.code() }),
  },
  { name: 'a code that is none', send: (side) => side.ask('token', { ...exchange, code: 'none' }) },
  { name: 'no code', send: (side) => side.ask('token', exchange) },
];

const refresh = (token: string) => ({ grant_type: 'refresh_token', refresh_token: token });

/** The exchange of a refresh token. */
export const refreshRequests: readonly ComparedRequest[] = [
  {
    name: 'a refresh token',
    send: async (side) => side.ask('token', refresh((await side.tokens()).refresh_token)),
  },
  {
    name: 'a refresh token with its scope',
    send: async (side) => side.ask('token', { ...refresh((await side.tokens()).refresh_token), scope }),
  },
  {
    name: 'a refresh token with more scopes',
    send: async (side) =>
      side.ask('token', { ...refresh((await side.tokens()).refresh_token), scope: `${scope} dogs:write` }),
    differs: { gives: errorHoldsScope },
  },
  {
    name: 'a refresh token of another client',
    send: async (side) => side.ask('token', refresh((await side.tokens()).refresh_token), other),
  },
  {
    name: 'a refresh token for the second time',
    send: async (side) => {
      const form = refresh((await side.tokens()).refresh_token);
      await side.ask('token', form);
      return side.ask('token', form);
    },
  },
  {
    name: 'a refresh token after its revocation',
    send: async (side) => {
      const { refresh_token: token } = await side.tokens();
      await side.ask('revoke', { token });
      return side.ask('token', refresh(token));
    },
  },
  {
    name: 'an access token in its place',
    send: async (side) => side.ask('token', refresh((await side.tokens()).access_token)),
  },
  { name: 'a refresh token that is none', send: (side) => side.ask('token', refresh('none')) },
  { name: 'no refresh token', send: (side) => side.ask('token', { grant_type: 'refresh_token' }) },
];
