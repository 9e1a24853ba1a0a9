import { challenge, invalidToken, passed, refused, refusedUnread, type Outcome } from './black-box-case.ts';

const vary = { vary: 'Origin' };
const malformed = refusedUnread('request_malformed');
const dogs = passed('production GET /park/dogs', { headers: vary });
const upgrade: Outcome = plain(426, 'Upgrade Required');

function plain(status: number, body: string): Outcome {
  return { answers: [{ status, headers: { 'content-type': 'text/plain' }, body }], upstream: [] };
}

/** Requests that Envoy refuses as well, by case: with another status, another body or none. */
export const refusedOtherwise: ReadonlyMap<string, Outcome> = new Map([
  ['/park/v1/dogs/1#admin is refused', malformed],
  ['/park/v1/dogs?a#b is refused', malformed],
  ['/dogs/1#/../admin without a token', malformed],
  ['a target of another scheme is refused', malformed],
  ['an unregistered method is refused', malformed],
  ['a method in lower case is refused', malformed],
  ['QUERY /dogs is not declared', malformed],
  ['a request of HTTP/0.9 is refused', upgrade],
  ['a version that does not exist is refused', upgrade],
  ['the framing "Transfer-Encoding:\\r\\n chunked" is refused', withIdentifier(malformed)],
  ['chunks of a size that is none is refused', withIdentifier(malformed)],
  [
    'the framing " Transfer-Encoding: chunked" is refused',
    refused('token_invalid', { headers: { ...invalidToken, ...vary } }),
  ],
  ['a tunnel is refused', refused('path_malformed')],
  ['an asterisk is refused', { answers: [{ status: 404, headers: {}, body: '' }], upstream: [] }],
  [
    'a Connection header that names Authorization is refused',
    refused('token_missing', { headers: { ...challenge(), ...vary } }),
  ],
  ['a Connection header that names Host is refused', malformed],
  ['an absolute target is forwarded', plain(403, 'Forbidden')],
]);

/** Requests that Envoy forwards, by case, since what is wrong with them neither routes nor authorizes anything. */
export const readAsAnother: ReadonlyMap<string, Outcome> = new Map([
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

function withIdentifier({ answers, upstream }: Outcome): Outcome {
  return {
    answers: answers.map((answer) => ({ ...answer, headers: { ...answer.headers, 'x-request-id': 'ID' } })),
    upstream,
  };
}
