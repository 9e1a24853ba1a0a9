import { expect, test } from 'vitest';
import { buildTable, defineApi, defineApplication, subscribe } from '../../../runtime/table-builder.ts';
import { hasEnvoy, whyNoEnvoy } from '../envoy-in-test.ts';
import { openRecorder, signToken, startPlane } from '../plane-in-test.ts';

const texts = ['', 'é😀', '"quoted\\"', 'a/b\\', '\b\f\n\r\t', '{"a":1}', ',]}:', ' '];

/** Claims that change nothing about a token, each with a value of a kind of its own. */
const claims = {
  ...Object.fromEntries(texts.map((text, index) => [`text ${index}`, text])),
  '"\\': 'a name with escapes',
  numbers: [0, -1.5, 1e21, 1.5e-7],
  literals: [true, false, null],
  nothing: null,
  empty: [{}, [], [[]], { a: {} }],
  members: { client_id: 'nobody', members: [{ sub: 'user:nobody' }] },
};

test.skipIf(!hasEnvoy)(`a token may have claims of every kind, of any length${whyNoEnvoy}`, async () => {
  const upstream = await openRecorder('production');
  const { call } = await startPlane(
    buildTable({
      apis: [defineApi({ endpoints: { production: { targets: [upstream.url] } } })],
      applications: [defineApplication('Walker')],
      tiers: [{ name: 'gold' }],
      subscriptions: [subscribe('Walker')],
    }),
  );
  const statuses = async (changes: readonly Readonly<Record<string, unknown>>[]) =>
    Promise.all(
      changes.map(
        async (change) => (await call('/dog_park/v1/dogs', { token: await signToken(change) })).status,
      ),
    );
  // Each ends at another place of a group of base64.
  const lengths = ['', 'a', 'ab', 'abc', 'abcd'].map((end) => ({ ...claims, end }));
  expect(await statuses(lengths)).toEqual([200, 200, 200, 200, 200]);
  const others = [{ idp: 'university' }, { sub: 'user:"nobody\\' }, { console_api: {} }, { scope: [] }];
  expect(await statuses(others.map((other) => ({ ...claims, ...other })))).toEqual([403, 403, 403, 403]);
});
