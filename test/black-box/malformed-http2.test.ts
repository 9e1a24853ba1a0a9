// @module-tag full
import { beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { whyNoEnvoy } from '../export/envoy/envoy-in-test.ts';
import {
  flags,
  frame,
  headerBlock,
  openFrames,
  outcomeOfCall,
} from '../runtime/gateway/http2-clients/frames.ts';
import {
  fieldsLeftOut,
  goodRequest,
  malformedRequests,
  type Malformed,
} from '../runtime/gateway/http2-clients/malformed-requests.ts';
import { openShared } from '../serve/running-gateway.ts';
import { forged } from './attacks/attack.ts';
import { attackedHeaders } from './attacks/header-attacks.ts';
import { openEnvoyPlane } from './planes/envoy-plane.ts';
import { startMs } from './planes/running-plane.ts';
import { openSecureGround, type SecureGround } from './secure/secure-suite.ts';
import type { Target } from './send-case.ts';

const dogs = '/park/v1/dogs';
const protocolError = 'reset PROTOCOL_ERROR';
const forwarded = 'answered {"upstream":"production"}';

/** HTTP/2 has small letters only. */
function inCapitals(name: string): Malformed {
  const headers = [...goodRequest(dogs), [name.toUpperCase(), forged] as const];
  return { what: `the name ${name.toUpperCase()}`, headers, outcome: protocolError };
}

const malformed = [...malformedRequests(dogs), ...attackedHeaders.map(inCapitals)];
const leftOut = fieldsLeftOut(dogs).map(([what, field]): Malformed => ({
  what,
  headers: [...goodRequest(dogs), field],
  outcome: forwarded,
}));

let ground: SecureGround;

beforeAll(() => openShared(async (atEnd) => void (ground = await openSecureGround(atEnd))), startMs);

/** What comes of a request on a connection of its own, and what the upstream received. */
async function send({ headers, body }: Malformed, target: Target) {
  const client = await openFrames({ port: target.port, ca: ground.ca });
  target.takeSeen();
  const token = ['authorization', `Bearer ${await target.tokenFor('walker')}`] as const;
  const block = headerBlock([...headers, token]);
  client.send(frame('headers', flags.endHeaders | (body === undefined ? flags.endStream : 0), 1, block));
  if (body !== undefined) client.send(frame('data', flags.endStream, 1, body));
  const outcome = await eventually(() => {
    const found = outcomeOfCall(client);
    if (found === undefined) throw new Error('the call has not ended');
    return found;
  });
  return { outcome, upstream: target.takeSeen().map(({ line }) => line) };
}

/** A call that follows on the connection of a malformed one. */
async function sendAfter({ headers }: Malformed, target: Target) {
  const client = await openFrames({ port: target.port, ca: ground.ca });
  const token = ['authorization', `Bearer ${await target.tokenFor('walker')}`] as const;
  const whole = flags.endHeaders | flags.endStream;
  client.send(
    frame('headers', whole, 1, headerBlock([...headers, token])),
    frame('headers', whole, 3, headerBlock([...goodRequest(dogs), token])),
  );
  return eventually(() => {
    const frames = client.outcome(3);
    if (!frames.includes('data')) throw new Error(`the call has not ended: ${frames.join()}`);
    return frames[0];
  });
}

describe('the built-in data plane', () => {
  test.each(malformed)('$what is refused', async (each) => {
    expect(await send(each, ground.targetOf(ground.builtIn))).toEqual({
      outcome: each.outcome,
      upstream: [],
    });
  });

  test.each(leftOut)('$what is left out', async (each) => {
    const { outcome, upstream } = await send(each, ground.targetOf(ground.builtIn));
    expect([outcome, upstream]).toEqual([forwarded, ['production POST /park/dogs']]);
  });

  test('a malformed request ends no other call of its connection', async () => {
    expect(await sendAfter(inCapitals('x-own'), ground.targetOf(ground.builtIn))).toBe('headers');
  });
});

/** What Envoy refuses in another way: the deviation `malformed_requests`. */
const otherwise: Readonly<Record<string, string>> = {
  'a path of another scheme': 'answered ',
  'a fragment': '400 request_malformed',
  CONNECT: '400 path_malformed',
};

/** What Envoy forwards, since it neither routes nor authorizes nor frames anything: the deviation `lenient_requests`. */
const lenient: ReadonlySet<string> = new Set(['a length of 16 digits', 'another host than the authority']);

describe.skipIf(whyNoEnvoy)(`Envoy${whyNoEnvoy}`, () => {
  let envoy: Target;

  beforeAll(
    () =>
      openShared(async (atEnd) => {
        envoy = ground.targetOf(await openEnvoyPlane(ground.repository, ground.keyManager, atEnd, []));
      }),
    startMs,
  );

  test.each(malformed.filter(({ what }) => !lenient.has(what)))('$what is refused', async (each) => {
    const outcome = otherwise[each.what] ?? each.outcome;
    expect(await send(each, envoy)).toEqual({ outcome, upstream: [] });
  });

  test.each(malformed.filter(({ what }) => lenient.has(what)))('$what is forwarded', async (each) => {
    const upstream = ['production POST /park/dogs'];
    expect(await send(each, envoy)).toEqual({ outcome: forwarded, upstream });
  });

  test.each(leftOut)('$what is refused', async (each) => {
    expect(await send(each, envoy)).toEqual({ outcome: protocolError, upstream: [] });
  });

  test('a malformed request ends no other call of its connection', async () => {
    expect(await sendAfter(inCapitals('x-own'), envoy)).toBe('headers');
  });
});
