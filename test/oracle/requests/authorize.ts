import { keys, pageRedirectUri, redirectUri } from '../clients.ts';
import type { ComparedRequest } from '../compared-request.ts';
import { challenge, goodQuery, pageQuery, type Parameters } from '../side.ts';

const s256 = { code_challenge: challenge, code_challenge_method: 'S256' };

function changed(changes: Parameters): ComparedRequest['send'] {
  return (side) => side.authorize({ ...goodQuery, ...changes });
}

function without(query: Parameters, ...names: readonly string[]): ComparedRequest['send'] {
  const rest = Object.entries(query).filter(([name]) => !names.includes(name));
  return (side) => side.authorize(Object.fromEntries(rest));
}

/** Requests to the authorization endpoint, by a browser whose user allows everything. */
export const authorizeRequests: readonly ComparedRequest[] = [
  { name: 'a code', send: changed({}) },
  { name: 'a code with a challenge', send: changed(s256) },
  { name: 'a code for a public client', send: (side) => side.authorize(pageQuery) },
  { name: 'without a state', send: without(goodQuery, 'state') },
  {
    name: 'without a scope',
    send: without(goodQuery, 'scope'),
    differs: {
      error: {
        theirs: 'access_denied',
        why: 'RFC 6749 section 3.3 allows a default scope: all that the subscriptions of the application allow.',
      },
      gives: {
        ours: ['code', 'iss', 'state'],
        theirs: ['iss', 'state'],
        why: 'RFC 6749 section 3.3 allows a default scope, with which there is a code.',
      },
    },
  },
  { name: 'with a parameter that nobody knows', send: changed({ colour: 'red' }) },
  { name: 'without a client', send: without(goodQuery, 'client_id') },
  { name: 'with a client that nobody knows', send: changed({ client_id: 'Nobody-production' }) },
  { name: 'without a redirect URI', send: without(goodQuery, 'redirect_uri') },
  {
    name: 'with a redirect URI of another path',
    send: changed({ redirect_uri: 'https://app.example.edu/callback/x?from=login' }),
  },
  { name: 'with a redirect URI of another query', send: changed({ redirect_uri: `${redirectUri}&x=1` }) },
  {
    name: 'with a redirect URI of another case',
    send: changed({ redirect_uri: redirectUri.replace('/callback', '/Callback') }),
  },
  {
    name: 'with a redirect URI of another port',
    send: changed({ redirect_uri: redirectUri.replace('.edu', '.edu:8443') }),
  },
  { name: 'with a redirect URI with a fragment', send: changed({ redirect_uri: `${redirectUri}#x` }) },
  { name: 'with the redirect URI of another client', send: changed({ redirect_uri: pageRedirectUri }) },
  { name: 'with a redirect URI that is none', send: changed({ redirect_uri: 'javascript:alert(1)' }) },
  { name: 'without a response type', send: without(goodQuery, 'response_type') },
  { name: 'with a response type that nobody knows', send: changed({ response_type: 'magic' }) },
  { name: 'with the implicit grant', send: changed({ response_type: 'token' }) },
  {
    name: 'with a scope that the client may not have',
    send: changed({ scope: 'dogs:write' }),
    differs: {
      gives: {
        ours: ['iss', 'state'],
        theirs: ['iss', 'scope', 'state'],
        why: 'RFC 6749 section 4.1.2.1 has no scope in an error.',
      },
    },
  },
  {
    name: 'with a scope that nobody knows',
    send: changed({ scope: 'cats:read' }),
    differs: {
      error: {
        ours: 'invalid_scope',
        theirs: 'access_denied',
        why: 'RFC 6749 section 4.1.2.1 has invalid_scope for a scope that is unknown, which oidc-provider ignores.',
      },
    },
  },
  {
    name: 'of a public client without a challenge',
    send: without(pageQuery, 'code_challenge', 'code_challenge_method'),
  },
  {
    name: 'of a public client with a plain challenge',
    send: (side) => side.authorize({ ...pageQuery, code_challenge_method: 'plain' }),
  },
  { name: 'with a challenge without its method', send: changed({ code_challenge: challenge }) },
  { name: 'with a method without its challenge', send: changed({ code_challenge_method: 'S256' }) },
  { name: 'with a challenge that is too short', send: changed({ ...s256, code_challenge: 'short' }) },
  { name: 'with a request object', send: changed({ request: 'a.b.c' }) },
  {
    name: 'with a reference to a request object',
    send: changed({ request_uri: 'https://app.example.edu/request' }),
  },
  {
    name: 'with an answer as a form',
    send: changed({ response_mode: 'form_post' }),
    differs: {
      status: {
        ours: 303,
        theirs: 200,
        why: 'RFC 8414 section 2 has the modes listed that a server supports, and ours are query and fragment.',
      },
      error: {
        ours: 'invalid_request',
        why: 'RFC 6749 section 4.1.2.1 has invalid_request for a value that is not supported.',
      },
      gives: {
        ours: ['iss', 'state'],
        why: 'RFC 9207 section 2 has the issuer in every answer, and theirs is a form of a page.',
      },
      sentBackBy: {
        ours: 'query',
        why: 'RFC 8414 section 2 has the modes listed that a server supports, and theirs goes by a form.',
      },
    },
  },
  {
    name: 'with an answer in the fragment',
    send: changed({ response_mode: 'fragment' }),
    differs: {
      error: {
        ours: 'invalid_request',
        why: 'RFC 9700 section 4.3 keeps codes out of where they are not looked for: a code comes in the query alone.',
      },
      gives: {
        ours: ['iss', 'state'],
        theirs: ['code', 'iss', 'state'],
        why: 'RFC 6749 section 4.1.2 has the code in the query.',
      },
      sentBackBy: {
        ours: 'query',
        theirs: 'fragment',
        why: 'RFC 6749 section 4.1.2.1 has errors of this grant in the query.',
      },
    },
  },
  {
    name: 'with a state twice',
    send: (side) => side.authorize(`${new URLSearchParams(goodQuery).toString()}&state=other`),
  },
  {
    name: 'with a client twice',
    send: (side) => side.authorize(`${new URLSearchParams(goodQuery).toString()}&client_id=${keys.other}`),
  },
  {
    name: 'with a redirect URI twice',
    send: (side) =>
      side.authorize(
        `${new URLSearchParams(goodQuery).toString()}&redirect_uri=${encodeURIComponent('https://elsewhere.example/')}`,
      ),
  },
];
