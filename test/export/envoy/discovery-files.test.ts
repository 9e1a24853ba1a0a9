// @module-tag full
import { expect, test } from 'vitest';
import { buildTable, defineApi, defineApplication, subscribe } from '../../runtime/table-builder.ts';
import { eventually } from '../../eventually.ts';
import { whyNoEnvoy } from './envoy-in-test.ts';
import { openRecorder, signToken, startPlane } from './plane-in-test.ts';

const rounds = 10;
const moved = 300;

/** APIs whose endpoints, and so their clusters and routes, are others in each round. */
function tableOf(round: number, upstream: string) {
  const names = Array.from({ length: moved }, (_, index) => `api_${index}`);
  return buildTable({
    gateway: { digestHeader: true },
    apis: names.map((name) =>
      defineApi({
        name,
        context: name,
        operations: ['GET /dogs'],
        endpoints: { production: { targets: [`${upstream}/${round}`] } },
      }),
    ),
    applications: [defineApplication('Walker')],
    subscriptions: names.map((name) => subscribe('Walker', `${name}/v1`)),
  });
}

test.skipIf(whyNoEnvoy)(
  `an Envoy that finds all files of an export replaced takes over its program last${whyNoEnvoy}`,
  async () => {
    const upstream = await openRecorder('dogs');
    const first = tableOf(0, upstream.url);
    const { keyManagerUrl: iss, gatewayUrl: aud } = first.manifest.gateway;
    const token = await signToken({ iss, aud });
    const plane = await startPlane(first);
    const seen = new Map<string, number>();
    const call = async () => {
      const { status, code, headers } = await plane.call('/api_7/v1/dogs', { token });
      const verdict = String(code ?? status);
      seen.set(verdict, (seen.get(verdict) ?? 0) + 1);
      return headers['gatewright-digest'];
    };
    for (let round = 1; round <= rounds; round += 1) {
      const table = tableOf(round, upstream.url);
      plane.pause();
      await plane.apply(table);
      const waiting = Array.from({ length: 50 }, call);
      plane.resume();
      await eventually(async () => expect(await call()).toBe(table.digest));
      await Promise.all(waiting);
    }
    expect([...seen.keys()]).toEqual(['200']);
  },
);
