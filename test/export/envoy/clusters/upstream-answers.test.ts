import { describe, expect, onTestFinished, test } from 'vitest';
import { errorCodes, type ErrorCode } from '#compiled/answers/error-codes.ts';
import { freePort } from '../../../runtime/free-port.ts';
import {
  buildTable,
  defineApi,
  defineApplication,
  subscribe,
  type EndpointsInTest,
} from '../../../runtime/table-builder.ts';
import { openUpstream } from '../../../runtime/upstream-in-test.ts';
import { hasEnvoy, whyNoEnvoy } from '../envoy-in-test.ts';
import { signToken, startPlane } from '../plane-in-test.ts';

/** What a caller gets whose call goes to a production endpoint. */
async function answerOf(production: EndpointsInTest['production'] & object, accepted?: readonly string[]) {
  const table = buildTable({
    apis: [defineApi({ endpoints: { production } })],
    applications: [defineApplication('Walker')],
    subscriptions: [subscribe('Walker')],
    tiers: [{ name: 'gold' }],
  });
  const { call } = await startPlane(table, { accepted });
  const { status, text, headers } = await call('/dog_park/v1/dogs', { token: await signToken() });
  return { status, type: headers['content-type'], ...(JSON.parse(text) as object) };
}

/** The answer of the built-in data plane, by its table of errors. */
function answerWith(code: ErrorCode) {
  const { status, message, developerMessage } = errorCodes[code];
  return { status, type: 'application/json; charset=utf-8', code, message, developerMessage };
}

const timeouts = { connectMs: 500, firstByteMs: 200, idleMs: 200 };

describe.skipIf(!hasEnvoy)(`the answer of Envoy for an upstream${whyNoEnvoy}`, () => {
  test('that refuses connections', async () => {
    const targets = [`http://127.0.0.1:${await freePort()}`];
    expect(await answerOf({ targets })).toMatchObject(answerWith('upstream_unreachable'));
  });

  test('that responds too late', async () => {
    const upstream = await openUpstream('silent', () => undefined);
    onTestFinished(upstream.close);
    expect(await answerOf({ targets: [upstream.url], timeouts })).toMatchObject(
      answerWith('upstream_timeout'),
    );
  });

  test('whose name has no address', async () => {
    const targets = ['http://nowhere.invalid'];
    expect(await answerOf({ targets })).toMatchObject(answerWith('upstream_unavailable'));
  });

  test('whose endpoint is refused, if the operator accepts that', async () => {
    const auth = { header: { name: 'X-Api-Key', value: { fromEnv: 'API_KEY' } } };
    const answer = await answerOf({ targets: ['http://127.0.0.1:1'], auth }, ['secret_variables']);
    expect(answer).toMatchObject(answerWith('upstream_unavailable'));
  });
});
