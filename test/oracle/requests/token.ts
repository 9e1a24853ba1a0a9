import { secret } from '../../runtime/table-builder.ts';
import { keys, pageRedirectUri, redirectUri, scope } from '../clients.ts';
import {
  byGet,
  errorHoldsScope,
  noClient,
  unreadableHeader,
  type ComparedRequest,
  type Differences,
} from '../compared-request.ts';
import { basicOf, challenge, exchange, pageQuery, verifier } from '../side.ts';

const own = { grant_type: 'client_credentials', scope };
const inBody = { client_id: keys.web, client_secret: secret };
const s256 = { code_challenge: challenge, code_challenge_method: 'S256' };
const other = { authorization: basicOf(keys.other) };

/** The members of a good answer. */
const tokenOfClient = ['access_token', 'expires_in', 'token_type'];

const grantOfOthers: Differences = {
  error: {
    ours: 'unauthorized_client',
    theirs: 'invalid_request',
    why: 'RFC 6749 section 5.2 has unauthorized_client for a client that may not use the grant.',
  },
};

/** Who the client is, and what it asks for. */
export const clientRequests: readonly ComparedRequest[] = [
  { name: 'a token for the client', send: (side) => side.ask('token', own) },
  {
    name: 'without a scope',
    send: (side) => side.ask('token', { ...own, scope: '' }),
    differs: {
      gives: {
        ours: [...tokenOfClient.slice(0, 2), 'scope', 'token_type'],
        theirs: tokenOfClient,
        why: 'RFC 6749 section 3.3 allows a default scope: all that the subscriptions of the application allow.',
      },
    },
  },
  {
    name: 'with a scope that it may not have',
    send: (side) => side.ask('token', { ...own, scope: 'dogs:write' }),
    differs: { gives: errorHoldsScope },
  },
  {
    name: 'with a scope that nobody knows',
    send: (side) => side.ask('token', { ...own, scope: 'cats:read' }),
    differs: {
      status: {
        ours: 400,
        theirs: 200,
        why: 'RFC 6749 section 3.3 leaves it to the server whether to ignore a scope or to refuse it.',
      },
      error: {
        ours: 'invalid_scope',
        why: 'RFC 6749 section 5.2 has invalid_scope for a scope that is unknown.',
      },
      gives: {
        theirs: tokenOfClient,
        why: 'RFC 6749 section 3.3 leaves it to the server whether to ignore a scope or to refuse it.',
      },
    },
  },
  {
    name: 'with a parameter that nobody knows',
    send: (side) => side.ask('token', { ...own, colour: 'red' }),
  },
  { name: 'with an empty parameter', send: (side) => side.ask('token', { ...own, colour: '' }) },
  {
    name: 'with its key in the body too',
    send: (side) => side.ask('token', { ...own, client_id: keys.web }),
  },
  {
    name: 'with its scheme in another case',
    send: (side) => side.ask('token', own, { authorization: basicOf(keys.web).replace('Basic', 'bASIC') }),
  },
  { name: 'with its secret in the body', send: (side) => side.ask('token', { ...own, ...inBody }, {}) },
  { name: 'with its secret twice', send: (side) => side.ask('token', { ...own, ...inBody }) },
  {
    name: 'with the key of another client in the body',
    send: (side) => side.ask('token', { ...own, client_id: keys.other }),
  },
  {
    name: 'with a wrong secret',
    send: (side) => side.ask('token', own, { authorization: basicOf(keys.web, 'wrong') }),
  },
  {
    name: 'with an empty secret',
    send: (side) => side.ask('token', own, { authorization: basicOf(keys.web, '') }),
    differs: unreadableHeader,
  },
  {
    name: 'with a wrong secret in the body',
    send: (side) => side.ask('token', { ...own, client_id: keys.web, client_secret: 'wrong' }, {}),
  },
  {
    name: 'of a client that nobody knows',
    send: (side) => side.ask('token', own, { authorization: basicOf('Nobody-production') }),
  },
  {
    name: 'of a client that nobody knows, in the body',
    send: (side) => side.ask('token', { ...own, client_id: 'Nobody-production', client_secret: secret }, {}),
  },
  { name: 'of no client', send: (side) => side.ask('token', own, {}), differs: noClient },
  {
    name: 'of a client without its secret',
    send: (side) => side.ask('token', { ...own, client_id: keys.web }, {}),
  },
  {
    name: 'of a public client',
    send: (side) => side.ask('token', { ...own, client_id: keys.page }, {}),
    differs: grantOfOthers,
  },
  {
    name: 'with another scheme',
    send: (side) => side.ask('token', own, { authorization: 'Bearer abc' }),
    differs: unreadableHeader,
  },
  {
    name: 'with a header that is no base64',
    send: (side) => side.ask('token', own, { authorization: 'Basic ::' }),
    differs: unreadableHeader,
  },
  { name: 'without a grant', send: (side) => side.ask('token', {}) },
  { name: 'with a grant that nobody knows', send: (side) => side.ask('token', { grant_type: 'magic' }) },
  {
    name: 'with a grant in another case',
    send: (side) => side.ask('token', { grant_type: 'Client_Credentials' }),
  },
  {
    name: 'with a grant twice',
    send: (side) => side.ask('token', 'grant_type=client_credentials&grant_type=client_credentials'),
  },
  {
    name: 'with a grant that is not the client’s',
    send: (side) =>
      side.ask(
        'token',
        { grant_type: 'refresh_token', refresh_token: 'x' },
        { authorization: basicOf(keys.service) },
      ),
    differs: grantOfOthers,
  },
  {
    name: 'as JSON',
    send: (side) =>
      side.ask('token', JSON.stringify(own), {
        authorization: basicOf(keys.web),
        'content-type': 'application/json',
      }),
  },
  {
    name: 'with a broken escape',
    send: (side) => side.ask('token', 'grant_type=client_credentials&scope=%zz'),
    differs: {
      status: {
        ours: 400,
        theirs: 200,
        why: 'RFC 3986 section 2.1 has two hexadecimal digits in an escape, and what is none is not guessed at.',
      },
      error: {
        ours: 'invalid_request',
        why: 'RFC 6749 section 5.2 has invalid_request for a request that is malformed.',
      },
      gives: {
        theirs: tokenOfClient,
        why: 'RFC 3986 section 2.1 has two hexadecimal digits in an escape, and what is none is not guessed at.',
      },
    },
  },
  { name: 'by GET', send: (side) => side.ask('token', {}, {}, 'GET'), differs: byGet },
];

/** What a code is exchanged for. */
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

/** What a refresh token is exchanged for. */
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
