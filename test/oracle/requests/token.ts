import { secret } from '../../runtime/table-builder.ts';
import { keys, scope } from '../clients.ts';
import {
  byGet,
  errorHoldsScope,
  noClient,
  unreadableHeader,
  type ComparedRequest,
  type Differences,
} from '../compared-request.ts';
import { basicOf } from '../side.ts';

const own = { grant_type: 'client_credentials', scope };
const inBody = { client_id: keys.web, client_secret: secret };

/** The members of a good answer. */
const tokenOfClient = ['access_token', 'expires_in', 'token_type'];

const grantOfOthers: Differences = {
  error: {
    ours: 'unauthorized_client',
    theirs: 'invalid_request',
    why: 'RFC 6749 section 5.2 has unauthorized_client for a client that may not use the grant.',
  },
};

/** The client's credentials, and its request. */
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
