import { once } from 'node:events';
import { request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { askAs, openAskedGateway } from './asked-gateway.ts';

const api = 'apis/dog_park/v1/api.yaml';

test('the limit of concurrent calls does not apply to the endpoint, which does not learn when a call ends', async () => {
  const { authorizationUrl, token } = await openAskedGateway({
    added: { 'tiers.yaml': 'maxConcurrentCalls: 1\n', [api]: 'validation: { requests: enforce }\n' },
  });
  const headers = { authorization: `Bearer ${token}` };
  const undecided = request(authorizationUrl, {
    method: 'POST',
    path: '/authz/ext-authz/dog_park/v1/dogs',
    headers: {
      ...headers,
      'content-type': 'application/json',
      'content-length': 100,
      expect: '100-continue',
    },
  });
  onTestFinished(() => void undecided.destroy());
  undecided.on('error', () => undefined).flushHeaders();
  // The gateway asks for the body once the call has passed what comes before its validation, and does not get it.
  await once(undecided, 'continue');
  const asked = { target: '/dog_park/v1/dogs', headers };
  const verdicts = await Promise.all(
    Array.from({ length: 20 }, () => askAs['ext-authz'](authorizationUrl, asked)),
  );
  expect(verdicts.map(({ status }) => status)).toEqual(Array(20).fill(200));
});
