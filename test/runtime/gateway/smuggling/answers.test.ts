import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openGateway, type GatewayInTest } from '../../gateway-in-test.ts';
import { buildTable, defineApi, defineApplication, subscribe } from '../../table-builder.ts';
import { hostileAnswers, type AnswerCase } from './cases/hostile-answers.ts';
import { readAnswers, type ReadAnswer } from './read-answers.ts';
import { openRecordingUpstream, type RecordingUpstream } from './recording-upstream.ts';

let hostile: AnswerCase;
let upstream: RecordingUpstream;
let gateway: GatewayInTest;
let authorization: string;

const sequelAnswer = 'HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsequel';

beforeAll(async () => {
  upstream = await openRecordingUpstream((line) =>
    line.includes('sequel') ? { bytes: sequelAnswer } : hostile,
  );
  const table = buildTable({
    apis: [
      defineApi({
        endpoints: { production: { targets: [upstream.url], retries: 0 } },
        operations: ['GET /dogs', 'GET /dogs/sequel'],
      }),
    ],
    applications: [defineApplication('DogWalker')],
    subscriptions: [subscribe('DogWalker')],
  });
  gateway = await openGateway(table);
  authorization = `Authorization: Bearer ${await gateway.tokenFor('DogWalker-production')}`;
});

afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

const get = (path: string, ...lines: readonly string[]): string =>
  [`GET /dog_park/v1${path} HTTP/1.1`, 'Host: a', authorization, ...lines, '', ''].join('\r\n');

/** What comes back on one connection until it ends. */
async function send(bytes: string): Promise<string> {
  const socket = connect(gateway.port, '127.0.0.1');
  socket.on('error', () => undefined).write(bytes);
  return text(socket);
}

function describeAnswer({ status, body }: ReadAnswer): string {
  return `${status} ${/"code":"(\w+)"/.exec(body)?.[1] ?? body}`;
}

/** Each answer; nothing but `cut off` for one that has no end. */
function describeAnswers(bytes: string): readonly string[] {
  try {
    return readAnswers(bytes)
      .filter(({ status }) => status >= 200)
      .map(describeAnswer);
  } catch {
    return ['cut off'];
  }
}

const sequel = () => get('/dogs/sequel', 'Connection: close');

describe('an upstream that answers with', () => {
  test.each(hostileAnswers.map((each) => [each.what, each] as const))('%s', async (_what, each) => {
    hostile = each;
    const received = await send(get('/dogs') + sequel());
    expect(describeAnswers(received)).toEqual(
      each.client === 'cut off' ? ['cut off'] : [each.client, '200 sequel'],
    );
    expect(received).not.toContain('poisoned');
    if (each.never !== undefined) expect(received.toLowerCase()).not.toContain(each.never);
    expect(describeAnswers(await send(sequel()))).toEqual(['200 sequel']);
  });
});

test('every call was asked once, and again only where a kept connection ended without a byte', () => {
  const seen = upstream.takeSeen();
  const counted = Map.groupBy(seen, (line) => line);
  expect(Object.fromEntries([...counted].map(([line, times]) => [line, times.length]))).toEqual({
    'GET /dogs [no body]': hostileAnswers.length + hostileAnswers.filter(({ bytes }) => bytes === '').length,
    'GET /dogs/sequel [no body]': hostileAnswers.length * 2,
  });
});

test('none of this is a program error of the gateway', () => {
  expect(gateway.faults).toEqual([]);
});
