import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { openScriptedUpstream } from '../runtime/gateway/faults/scripted-upstream.ts';
import { faultScripts, nameOfFault, upstreamFaults } from '../runtime/gateway/faults/upstream-faults.ts';
import { startProcess, type RunningProcess } from './running-process.ts';

const dogs = '/dog_park/v1/dogs';

/** How often every fault happens, and how many connections are idle at once. */
const rounds = 30;
const idle = 10_000;

/** The gateway logs calls that the upstream fails, and counts what repeats; its own errors would be other lines. */
const failedCall =
  /^warning: (A call|\d+ more calls) of DogPark\/v1 failed with (200 broken_off|50[24] upstream_\w+), upstream /;

const whyNot = process.platform === 'linux' ? '' : ' (skipped: what a process uses is read from /proc)';

async function openUpstream() {
  const upstream = await openScriptedUpstream(faultScripts);
  return { ...upstream, [Symbol.asyncDispose]: () => upstream.close() };
}

/** A client that leaves a while after it has sent this. */
async function leaveAfter(port: number, bytes: string, waitMs: number): Promise<void> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(bytes);
  await delay(waitMs);
  if (waitMs % 2 === 0) socket.resetAndDestroy();
  else socket.destroySoon();
  socket.resume();
  await closed;
}

async function leaveEarly(gateway: RunningProcess, path: string): Promise<void> {
  const head = `Host: a\r\n${gateway.authorization}\r\n`;
  const sent = [
    `GET ${path} HTTP/1.1\r\n${head}\r\n`,
    `POST ${path} HTTP/1.1\r\n${head}Content-Type: application/xml\r\nContent-Length: 100000\r\n\r\nonly a part`,
    `GET ${path} HTTP/1.1\r\n`,
  ];
  await Promise.all(sent.map((bytes, index) => leaveAfter(gateway.port, bytes, 20 + 7 * index)));
}

test.skipIf(whyNot)(`${rounds} rounds of every fault leave nothing behind${whyNot}`, async ({ annotate }) => {
  await using upstream = await openUpstream();
  await using gateway = await startProcess(upstream.url);
  const largeBody = Buffer.alloc(300_000, 'x');
  const expected = upstreamFaults.flatMap(({ client }) => [client, client]);
  const playAll = async () => {
    const outcomes = await Promise.all(
      upstreamFaults.flatMap((fault) => {
        const path = `${dogs}/${nameOfFault(fault)}`;
        return [gateway.call('GET', path), gateway.call('POST', path, largeBody), leaveEarly(gateway, path)];
      }),
    );
    expect(outcomes.filter((outcome) => outcome !== undefined)).toEqual(expected);
    expect(await gateway.call('GET', dogs)).toBe('200 ok');
  };
  for (let round = 0; round < 3; round += 1) await playAll();
  const before = await settled(gateway, upstream.openConnections);
  for (let round = 0; round < rounds; round += 1) await playAll();
  const after = await settled(gateway, upstream.openConnections);
  await annotate(`used before: ${JSON.stringify(before)}, after: ${JSON.stringify(after)}`);
  expect(after.files).toBeLessThanOrEqual(before.files);
  expect(after.rss).toBeLessThan(before.rss * 1.25 + 20_000_000);
  const lines = gateway.said().split('\n');
  expect(lines.filter((line) => failedCall.test(line)).length).toBeGreaterThan(10);
  expect(lines.filter((line) => !failedCall.test(line)).join('\n')).not.toMatch(/error/i);
});

/** The resources in use once the upstream has only idle connections left. */
async function settled(gateway: RunningProcess, upstreamConnections: () => number) {
  // Those that are kept for a call close after four seconds without one.
  await eventually(() => expect(upstreamConnections()).toBe(0), { timeout: 60_000, interval: 200 });
  return gateway.usage();
}

test.skipIf(whyNot)(
  `${idle} idle connections cost little, and are given up in time${whyNot}`,
  async ({ annotate }) => {
    await using upstream = await openUpstream();
    await using gateway = await startProcess(upstream.url);
    for (let count = 0; count < 200; count += 1) expect(await gateway.call('GET', dogs)).toBe('200 ok');
    await eventually(() => expect(upstream.openConnections()).toBe(0), { timeout: 60_000, interval: 200 });
    const before = await gateway.usage();
    const sockets: Socket[] = [];
    let answered = 0;
    let closed = 0;
    for (let count = 0; count < idle; count += 1) {
      const socket = connect(gateway.port, '127.0.0.1').on('error', () => undefined);
      socket.once('close', () => (closed += 1)).on('end', () => socket.end());
      await once(socket, 'connect');
      sockets.push(socket);
      // Every other one has sent a request.
      if (count % 2 === 0) socket.resume();
      else {
        socket.once('data', () => (answered += 1));
        socket.write(`GET ${dogs} HTTP/1.1\r\nHost: a\r\n${gateway.authorization}\r\n\r\n`);
      }
    }
    await eventually(() => expect(answered).toBe(idle / 2), { timeout: 60_000 });
    const during = await gateway.usage();
    const bytesEach = Math.round((during.rss - before.rss) / idle);
    await annotate(`bytes for an idle connection: ${bytesEach}`);
    expect(during.files - before.files).toBeGreaterThanOrEqual(idle - closed);
    expect(bytesEach).toBeLessThan(64 * 1024);
    for (let count = 0; count < 100; count += 1) expect(await gateway.call('GET', dogs)).toBe('200 ok');
    // Half of them are closed by their clients, the others by the gateway, which waits for neither request forever.
    for (const socket of sockets.slice(0, idle / 2)) socket.destroy();
    await eventually(() => expect(closed).toBe(idle), { timeout: 200_000, interval: 500 });
    await eventually(() => expect(upstream.openConnections()).toBe(0), { timeout: 60_000, interval: 200 });
    await eventually(async () => expect((await gateway.usage()).files).toBeLessThanOrEqual(before.files + 1));
    expect(await gateway.call('GET', dogs)).toBe('200 ok');
  },
);
