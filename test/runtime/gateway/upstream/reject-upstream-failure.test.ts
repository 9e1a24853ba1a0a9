import { connect } from 'node:net';
import { errors } from 'undici';
import { describe, expect, test } from 'vitest';
import { InvalidResponseError } from '#runtime/gateway/upstream/upstream-errors.ts';
import {
  describeFailure,
  rejectUpstreamFailure,
  isUnrelatedToUpstream,
} from '#runtime/gateway/upstream/reject-upstream-failure.ts';
import { UpstreamOverloadedError } from '#runtime/gateway/upstream/upstream-pool.ts';

function systemError(code: string, message = `connect ${code} 192.0.2.1:443`): Error {
  return Object.assign(new Error(message), { code });
}

const aggregate = Object.assign(new AggregateError([systemError('ECONNREFUSED')]), { code: 'ECONNREFUSED' });
const wrappedTimeout = Object.assign(new errors.ConnectTimeoutError('Connect Timeout Error'), {
  cause: aggregate,
});

/** The code of each failure, whether it is unrelated to the upstream's health, and its description. */
const failures: readonly (readonly [Error, string, boolean, string])[] = [
  [systemError('ECONNREFUSED'), 'upstream_unreachable', false, 'connect ECONNREFUSED 192.0.2.1:443'],
  [systemError('ECONNRESET', 'read ECONNRESET'), 'upstream_unreachable', false, 'read ECONNRESET'],
  [
    systemError('EMFILE', 'connect EMFILE 192.0.2.1:443'),
    'upstream_unreachable',
    true,
    'connect EMFILE 192.0.2.1:443',
  ],
  [aggregate, 'upstream_unreachable', false, 'connect ECONNREFUSED 192.0.2.1:443'],
  [
    systemError('ENOTFOUND', 'getaddrinfo ENOTFOUND nowhere.invalid'),
    'upstream_unavailable',
    false,
    'getaddrinfo ENOTFOUND nowhere.invalid',
  ],
  [
    systemError('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'),
    'upstream_unreachable',
    false,
    'self-signed certificate (DEPTH_ZERO_SELF_SIGNED_CERT)',
  ],
  [wrappedTimeout, 'upstream_timeout', false, 'Connect Timeout Error (UND_ERR_CONNECT_TIMEOUT)'],
  [
    new errors.HeadersTimeoutError(),
    'upstream_timeout',
    false,
    'Headers Timeout Error (UND_ERR_HEADERS_TIMEOUT)',
  ],
  [new errors.BodyTimeoutError(), 'upstream_timeout', false, 'Body Timeout Error (UND_ERR_BODY_TIMEOUT)'],
  [
    new Error('wrapped by the framework', { cause: new errors.SocketError('other side closed') }),
    'upstream_unreachable',
    false,
    'other side closed (UND_ERR_SOCKET)',
  ],
  [new errors.SocketError('bad response'), 'upstream_invalid', false, 'bad response (UND_ERR_SOCKET)'],
  [
    Object.assign(new Error('Expected HTTP/'), {
      name: 'HTTPParserError',
      code: 'HPE_INVALID_CONSTANT',
      data: 'a secret',
    }),
    'upstream_invalid',
    false,
    'Expected HTTP/ (HPE_INVALID_CONSTANT)',
  ],
  [
    new InvalidResponseError('the status 999 is none'),
    'upstream_invalid',
    false,
    'the status 999 is none (INVALID_ANSWER)',
  ],
  [
    new UpstreamOverloadedError(),
    'upstream_overloaded',
    true,
    'too many requests wait for a connection (UPSTREAM_OVERLOADED)',
  ],
  [
    new errors.ClientDestroyedError(),
    'upstream_unavailable',
    true,
    'The client is destroyed (UND_ERR_DESTROYED)',
  ],
  [
    new errors.RequestContentLengthMismatchError(),
    'upstream_unreachable',
    true,
    'Request body length does not match content-length header (UND_ERR_REQ_CONTENT_LENGTH_MISMATCH)',
  ],
];

test.each(failures)('%s', (failure, code, saysNothing, description) => {
  const faults: unknown[] = [];
  expect({
    rejection: rejectUpstreamFailure(failure, (fault) => faults.push(fault)),
    saysNothing: isUnrelatedToUpstream(failure),
    description: describeFailure(failure),
    faults,
  }).toEqual({ rejection: { code }, saysNothing, description, faults: [] });
});

test.each([new TypeError('x is not a function'), new errors.InvalidArgumentError('invalid path')])(
  'a mistake of our own is reported: %s',
  (mistake) => {
    const faults: unknown[] = [];
    expect(rejectUpstreamFailure(mistake, (fault) => faults.push(fault))).toEqual({ code: 'internal_error' });
    expect([faults, isUnrelatedToUpstream(mistake)]).toEqual([[mistake], true]);
  },
);

describe('a description', () => {
  test('is one short line, whatever an upstream puts into it', () => {
    const description = describeFailure(new Error(`no\r\nnew line\u001b[31m and ${'x'.repeat(1000)}`));
    expect([description.slice(0, 24), description.length]).toEqual(['no new line [31m and xxx', 200]);
  });

  test('is what Node says of a connection that is refused', async () => {
    const refused = await new Promise<Error>((failed) => connect(1, '127.0.0.1').on('error', failed));
    expect(describeFailure(refused)).toBe('connect ECONNREFUSED 127.0.0.1:1');
  });
});
