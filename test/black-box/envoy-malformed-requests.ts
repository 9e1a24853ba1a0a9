import {
  challenge,
  invalidToken,
  passed,
  refused,
  refusedUnread,
  type BlackBoxCase,
  type Outcome,
} from './black-box-case.ts';

const vary = { vary: 'Origin' };
const malformed = refusedUnread('request_malformed');
const dogs = passed('production GET /park/dogs', { headers: vary });
/**
 * What Envoy refuses before the program reads it: a method that it does not know, a fragment in the target, and a
 * Connection header that names one of a few headers.
 */
export function refuseUnread({ bytes }: BlackBoxCase): Outcome | undefined {
  const [, method = '', target = ''] = /^(\S+) (.*) HTTP/.exec(bytes) ?? [];
  const isRefused =
    unknownToEnvoy.has(method) ||
    target.includes('#') ||
    /\r\nConnection:.*\b(?:host|x-forwarded-(?:for|host|proto))\r\n/i.test(bytes);
  return isRefused ? malformed : undefined;
}

const unknownToEnvoy: ReadonlySet<string> = new Set(['get', 'OPTION', 'FETCH', 'QUERY']);

/** Requests that Envoy refuses as well, by case: with another status, another body or none. */
export const refusedOtherwise: ReadonlyMap<string, Outcome> = new Map([
  ['a target of another scheme is refused', malformed],
  ['the framing "Transfer-Encoding:\\r\\n chunked" is refused', withIdentifier(malformed)],
  ['chunks of a size that is none is refused', withIdentifier(malformed)],
  [
    'the framing " Transfer-Encoding: chunked" is refused',
    refused('token_invalid', { headers: { ...invalidToken, ...vary } }),
  ],
  ['a tunnel is refused', refused('path_malformed')],
  ['an asterisk is refused', { answers: [{ status: 404, headers: {}, body: '' }], upstream: [] }],
  ['an absolute target is forwarded', malformed],
]);

/** Requests that Envoy forwards, by case, since what is wrong with them neither routes nor authorizes anything. */
export const readAsAnother: ReadonlyMap<string, Outcome> = new Map([
  ['a request of HTTP/0.9 is refused', refused('token_missing', { headers: { ...challenge(), ...vary } })],
  ['a version that does not exist is refused', dogs],
  ['two Hosts is refused', dogs],
  ['two equal Hosts is refused', dogs],
  ['an empty Host is refused', dogs],
  ['a Host with a user is refused', dogs],
  [
    'a header in a folded line is refused',
    passed('production GET /park/dogs', { headers: vary, sent: { 'x-kept': '1 2' } }),
  ],
  [
    'a header with a bare carriage return is refused',
    passed('production GET /park/dogs', { headers: vary, sent: { 'x-kept': 'ab' } }),
  ],
]);

/** Requests whose Connection header names a header for every recipient, by case. */
export const optionsRemoved: ReadonlyMap<string, Outcome> = new Map([
  ['a Connection header that names Transfer-Encoding lets no larger body pass', refused('body_too_large')],
  ['a Connection header that names Content-Length lets no larger body pass', refused('body_too_large')],
  [
    'a Connection header that names Authorization is refused',
    refused('token_missing', { headers: { ...challenge(), ...vary } }),
  ],
]);

/** Requests for another protocol, by case. */
export const upgraded: ReadonlyMap<string, Outcome> = new Map([
  ['an upgrade of a POST with 0 bytes is none', refused('request_malformed', { headers: vary })],
  ['an upgrade of a POST with 1 bytes is none', refused('request_malformed', { headers: vary })],
  ['an upgrade to websocket lets no larger body pass', refused('request_malformed')],
  ['an upgrade to other lets no larger body pass', refused('request_malformed')],
  ['upgrade for one connection', refused('request_malformed')],
  ['upgrade for one connection, in capitals', refused('request_malformed')],
  [
    'an upgrade to websocket that the upstream ignores smuggles nothing',
    passed('production GET /park/dogs', {
      headers: vary,
      type: null,
      body: '',
      sent: { upgrade: 'websocket' },
    }),
  ],
  [
    'an upgrade to other that the upstream ignores smuggles nothing',
    refused('request_malformed', { headers: vary }),
  ],
  [
    'an upgrade to h2c that the upstream ignores smuggles nothing',
    { ...dogs, answers: [...dogs.answers, ...refused('api_unknown').answers] },
  ],
]);

function withIdentifier({ answers, upstream }: Outcome): Outcome {
  return {
    answers: answers.map((answer) => ({ ...answer, headers: { ...answer.headers, 'x-request-id': 'ID' } })),
    upstream,
  };
}
