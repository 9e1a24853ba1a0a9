import {
  chunks,
  head,
  headTo,
  passed,
  passedAlone,
  passedOnce,
  post,
  refused,
  sequelSeen,
  skipped,
  smuggled,
} from '../smuggling-case.ts';
import type { SmugglingCase } from '../smuggling-case.ts';

const json = 'Content-Type: application/json';
const sized = (method: string): string => `${head(method, json, 'Content-Length: 5')}12345`;
const chunked = (method: string): string => head(method, json, 'Transfer-Encoding: chunked') + chunks;

const continued = (cases: readonly SmugglingCase[]): readonly SmugglingCase[] =>
  cases.map((each) => ({ ...each, answers: ['100', ...each.answers] }));

/** Bodies on methods that have none by custom: they are bodies all the same, and never the next request. */
const bodies = [
  ...passed(
    'GET /dogs [body] 12345 connection: close',
    ['a GET with a body', sized('GET')],
    ['a HEAD with a body', sized('HEAD')],
  ),
  ...passed(
    'GET /dogs [body] 12345 connection: close',
    ['a GET with chunks', chunked('GET')],
    ['a HEAD with chunks', chunked('HEAD')],
  ),
  ...passed('GET /dogs [no body]', ['a GET with a body of nothing', head('GET', 'Content-Length: 0')]),
  ...passed('DELETE /dogs [body] 12345 connection: close', ['a DELETE with a body', sized('DELETE')]),
  ...passed('DELETE /dogs [body] 12345 connection: close', ['a DELETE with chunks', chunked('DELETE')]),
  ...passed('DELETE /dogs [no body]', ['a DELETE without a body', head('DELETE')]),
  ...skipped('200', ['an OPTIONS with a body', sized('OPTIONS')]),
  ...skipped(
    '405 method_not_allowed',
    ['a TRACE with a body', sized('TRACE')],
    ['a PATCH with a body', sized('PATCH')],
  ),
  ...passed('POST /dogs [body]', ['a POST with a body of nothing', post('Content-Length: 0')]),
];

/** Methods that another header requests, which RFC 9110 does not know. */
const overrides = skipped('400 method_overridden', [
  'a method in X-HTTP-Method-Override',
  head('GET', 'X-HTTP-Method-Override: DELETE'),
]);

const expectations = [
  ...continued(
    passed(
      'POST /dogs [body] 12345',
      ['an expectation whose body is there', `${post('Expect: 100-continue', 'Content-Length: 5')}12345`],
      ['an expectation in capitals', `${post('EXPECT: 100-CONTINUE', 'Content-Length: 5')}12345`],
    ),
  ),
  ...continued(
    passed('POST /dogs [body] 12345', [
      'an expectation with chunks',
      post('Expect: 100-continue', 'Transfer-Encoding: chunked') + chunks,
    ]),
  ),
  ...passed('POST /dogs [body] 12345', [
    'an expectation that nobody knows',
    `${post('Expect: 200-ok', 'Content-Length: 5')}12345`,
  ]),
  {
    // Node ends the connection of a client that got no 100 Continue, by which time the next request may be under way.
    what: 'an expectation without a body',
    bytes: head('GET', 'Expect: 100-continue'),
    answers: ['200'],
    upstream: ['GET /dogs [no body]', sequelSeen],
  },
  ...refused(
    ['an expectation in a folded line', post('Expect:\r\n 100-continue', 'Content-Length: 5') + smuggled],
    [
      'an expectation with a length and a coding',
      post('Expect: 100-continue', 'Content-Length: 5', 'Transfer-Encoding: chunked') + chunks + smuggled,
    ],
  ),
];

const versions = [
  ...passed(
    'GET /dogs [no body]',
    [
      'HTTP/1.0 that keeps its connection',
      headTo('GET {dogs} HTTP/1.0', 'Host: a', 'Connection: keep-alive'),
    ],
    ['HTTP/1.0 without a Host', headTo('GET {dogs} HTTP/1.0', 'Connection: keep-alive')],
  ),
  ...passed('POST /dogs [body] 12345', [
    'HTTP/1.0 with a length',
    `${headTo('POST {dogs} HTTP/1.0', 'Host: a', json, 'Connection: keep-alive', 'Content-Length: 5')}12345`,
  ]),
  ...passedOnce('GET /dogs [no body]', [
    'HTTP/1.0 that ends its connection',
    headTo('GET {dogs} HTTP/1.0', 'Host: a'),
  ]),
];

const pipelines = [
  ...passedAlone(
    'GET /dogs [no body]',
    ['a good request, then garbage', `${head('GET')}garbage\r\n\r\n`],
    ['a good request, then half a line', `${head('GET')}GET {dogs}`],
    [
      'a good request, then two framings',
      `${head('GET')}${post('Content-Length: 5', 'Transfer-Encoding: chunked')}`,
    ],
  ),
  ...refused(['garbage, then good requests', `garbage\r\n\r\n${smuggled}${smuggled}`]),
  {
    what: 'a good request, then an expectation',
    bytes: `${head('GET')}${post('Expect: 100-continue', 'Content-Length: 5')}12345`,
    answers: ['200', '100', '200', '200'],
    upstream: ['GET /dogs [no body]', 'POST /dogs [body] 12345', sequelSeen],
  },
  {
    what: 'a call without a token, its body, then a good request',
    bytes: `POST {dogs} HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n12345${head('GET')}`,
    answers: ['403 token_missing', '200', '200'],
    upstream: ['GET /dogs [no body]', sequelSeen],
  },
  {
    what: 'a call without a token whose chunks are broken',
    bytes: `POST {dogs} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n+5\r\n12345\r\n0\r\n\r\n${smuggled}`,
    answers: ['403 token_missing'],
    upstream: [],
  },
  ...passedOnce('GET /dogs [no body]', [
    'a call that ends its connection, then another',
    head('GET', 'Connection: close') + smuggled,
  ]),
];

/** The data after a request on its connection. */
export const methodsAndBodies: readonly SmugglingCase[] = [
  ...bodies,
  ...overrides,
  ...expectations,
  ...versions,
  ...pipelines,
];
