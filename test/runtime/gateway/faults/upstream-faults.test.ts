// @module-tag full
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../eventually.ts';
import { countSockets, dogs, openFaultyGateway, type FaultyGateway } from './faulty-gateway.ts';
import { answerWell, openScriptedUpstream, type Script, type ScriptedUpstream } from './scripted-upstream.ts';
import {
  faultScripts,
  hangUp,
  nameOfFault,
  quickFaults,
  slowFaults,
  unreachable,
} from './upstream-faults.ts';

/** At the second request on a connection it closes it, like an idle connection that closes just when it is reused. */
function closesWhenUsedAgain(close: (socket: Socket) => void): Script {
  let used = new WeakSet<Socket>();
  return (socket, request) => {
    if (used.has(socket)) {
      used = new WeakSet();
      return close(socket);
    }
    used.add(socket);
    return answerWell(socket, request);
  };
}

let upstream: ScriptedUpstream;
let gateway: FaultyGateway;
let impatient: FaultyGateway;
let socketsBefore: number;

beforeAll(async () => {
  socketsBefore = countSockets();
  upstream = await openScriptedUpstream({
    ...faultScripts,
    'ends-when-used-again': closesWhenUsedAgain((socket) => void socket.end()),
    'resets-when-used-again': closesWhenUsedAgain(hangUp),
  });
  gateway = await openFaultyGateway(upstream);
  const timeouts = { connectMs: 20_000, firstByteMs: 3000, idleMs: 1500 };
  impatient = await openFaultyGateway(upstream, { endpoint: { timeouts } });
});

afterAll(async () => {
  for (const one of [gateway, impatient]) {
    await one.expectNothingLeft();
    await one.close();
  }
  await upstream.close();
  await eventually(() => expect(countSockets()).toBe(socketsBefore));
});

const largeBody = Buffer.alloc(8_000_000, 'x');

describe.concurrent('an upstream that', () => {
  const faults = [
    ...quickFaults.map((fault) => [fault, () => gateway] as const),
    ...slowFaults.map((fault) => [fault, () => impatient] as const),
  ];
  for (const [fault, behind] of faults) {
    const path = `${dogs}/${nameOfFault(fault)}`;
    test(`${fault.what}: a GET`, async ({ expect: claim }) => {
      claim(await behind().outcome('GET', path)).toBe(fault.client);
      await behind().expectWell();
    });

    test(`${fault.what}: a POST whose body it leaves unread`, async ({ expect: claim }) => {
      claim(await behind().outcome('POST', path, largeBody)).toBe(fault.client);
      await behind().expectWell();
    });
  }
});

describe.each(['ends', 'resets'])('a kept connection that %s when it is used again', (how) => {
  test.each([
    ['GET', undefined, '200 ok'],
    ['PUT', undefined, '200 ok'],
    // It is unknown whether it has arrived.
    ['POST', undefined, unreachable],
    ['PUT', 'a body that is kept', '200 ok'],
    ['PUT', Buffer.alloc(100_000, 'x'), unreachable],
  ])('%s with the body %.20s', async (method, body, outcome) => {
    const path = `${dogs}/${how}-when-used-again`;
    // A connection that answers well once, and is the only one that is free.
    expect(await gateway.outcome('GET', path)).toBe('200 ok');
    expect(await gateway.outcome(method, path, body)).toBe(outcome);
    await gateway.expectWell();
  });
});
