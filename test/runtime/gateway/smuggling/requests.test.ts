// @module-tag full
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openGateway, type GatewayInTest } from '../../gateway-in-test.ts';
import { buildTable, defineApi, defineApplication, subscribe } from '../../table-builder.ts';
import { readAnswers, type ReadAnswer } from './read-answers.ts';
import { openRecordingUpstream, type RecordingUpstream } from './recording-upstream.ts';
import { sequel, type SmugglingCase } from './smuggling-case.ts';
import { smugglingCorpus } from './smuggling-corpus.ts';

/** A body has to be a number, so that it is read. */
const requestBody = { content: { 'application/json': { schema: { type: 'integer' } } } };
const contract = {
  openapi: '3.1.0',
  info: { title: 'Dog park', version: 'v2' },
  paths: {
    '/dogs': {
      get: { requestBody, responses: {} },
      post: { requestBody, responses: {} },
      delete: { requestBody, responses: {} },
    },
    '/dogs/sequel': { get: { responses: {} } },
    '/dogs/smuggled': { get: { responses: {} } },
  },
};

let upstream: RecordingUpstream;
let gateway: GatewayInTest;
let authorization: string;

beforeAll(async () => {
  upstream = await openRecordingUpstream();
  const auth = { header: { name: 'X-Api-Key', value: { fromEnv: 'KEY' } } };
  const dogs = {
    endpoints: { production: { targets: [upstream.url], auth } },
    operations: ['GET /dogs', 'POST /dogs', 'DELETE /dogs', 'GET /dogs/sequel', 'GET /dogs/smuggled'],
  };
  const table = buildTable({
    apis: [
      defineApi({ ...dogs, version: 'v1', validation: { requests: 'off', responses: 'off' } }),
      defineApi({ ...dogs, version: 'v2', contract }),
    ],
    applications: [defineApplication('DogWalker')],
    subscriptions: [subscribe('DogWalker'), subscribe('DogWalker', 'DogPark/v2')],
  });
  gateway = await openGateway(table, { secrets: { KEY: 'a-key-of-the-tests' } });
  authorization = `Authorization: Bearer ${await gateway.tokenFor('DogWalker-production')}`;
});

afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

/** Sends a case and its sequel to a version of the API, and reads to the end of the connection. */
async function send({ bytes }: SmugglingCase, version: string): Promise<string> {
  const sent = (bytes + sequel)
    .replaceAll('{dogs}', `/dog_park/${version}/dogs`)
    .replaceAll('{authorization}', authorization);
  const socket = connect(gateway.port, '127.0.0.1');
  socket.write(Buffer.from(sent, 'latin1'));
  socket.on('error', () => undefined);
  return text(socket);
}

function describeAnswer({ status, body }: ReadAnswer): string {
  const code = /"code":"(\w+)"/.exec(body)?.[1];
  return code === undefined ? String(status) : `${status} ${code}`;
}

function methodsIn({ bytes }: SmugglingCase): readonly string[] {
  return [/^[A-Z]+/.exec(bytes)?.[0] ?? ''];
}

/** The requests that the upstream saw, without the beginning of an incomplete one. */
async function seen({ mayBegin }: SmugglingCase): Promise<readonly string[]> {
  if (mayBegin) await upstream.settle();
  const lines = upstream.takeSeen().toSorted();
  return mayBegin ? lines.filter((line) => line !== 'unfinished: POST /dogs HTTP/1.1') : lines;
}

/** What comes of a case where the gateway reads the body before it forwards it. */
function whereItIsRead(each: SmugglingCase): SmugglingCase {
  if (each.isJson !== false) return each;
  return {
    ...each,
    answers: ['400 body_malformed', ...each.answers.slice(1)],
    upstream: each.upstream.slice(1),
  };
}

const ways = [
  ['that streams through', 'v1', (each: SmugglingCase) => each],
  ['that is read before it is forwarded', 'v2', whereItIsRead],
] as const;

describe.each(ways)('in a request %s,', (_way, version, expectedOf) => {
  describe.each(Object.entries(smugglingCorpus))('%s:', (_topic, cases) => {
    test.each(cases.map((each) => [each.what, expectedOf(each)] as const))('%s', async (_what, each) => {
      const answers = readAnswers(await send(each, version), methodsIn(each)).map(describeAnswer);
      expect({ answers, upstream: await seen(each) }).toEqual({
        answers: each.answers,
        upstream: each.upstream.toSorted(),
      });
    });
  });
});

test('there are as many cases as there should be, and none twice', () => {
  const sent = Object.values(smugglingCorpus).flatMap((cases) => cases.map(({ bytes }) => bytes));
  expect(sent.length).toBeGreaterThan(80);
  expect(new Set(sent).size).toBe(sent.length);
});

test('none of this is a program error of the gateway', () => {
  expect(gateway.faults).toEqual([]);
});
