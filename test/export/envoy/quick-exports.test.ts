// @module-tag full
import { Agent, request } from 'undici';
import { expect, test } from 'vitest';
import { discoveryBootstrap } from '#export/envoy/discovery-files.ts';
import { callGatewright } from '../../cli/call-gatewright.ts';
import { temporaryFolder } from '../../cli/temporary-folder.ts';
import { eventually } from '../../eventually.ts';
import {
  consumerKey,
  declareRound,
  definitionOfRound,
  steadySources,
} from '../../soak/envoys/round-sources.ts';
import { openFolder, startEnvoy, whyNoEnvoy } from './envoy-in-test.ts';
import { jwks, openRecorder, signToken } from './plane-in-test.ts';

const rounds = 5;

test.skipIf(whyNoEnvoy)(
  `exports right after each other fail no call of an Envoy that takes over the last one late${whyNoEnvoy}`,
  async () => {
    const [even, odd] = [await openRecorder('even'), await openRecorder('odd')];
    const upstreams = { even: even.url, odd: odd.url };
    await using sources = await temporaryFolder(steadySources(upstreams));
    const out = await openFolder();
    await sources.write('jwks.json', JSON.stringify(jwks));
    await sources.write('apis/rounds/openapi.yaml', definitionOfRound(0));
    const exportRound = async (round: number) => {
      // Its paths are those of round 0, so that the same call is right in each round.
      const declared = declareRound(round, upstreams).replaceAll(/openapi_\d+/g, 'openapi');
      await sources.write('apis/rounds/api.yaml', declared);
      const options = [
        '--out',
        out,
        '--plain-http',
        '--listen=127.0.0.1:0',
        '--jwks=jwks.json',
        '--accept=request_validation',
      ];
      const { code, stderr } = await callGatewright(sources.path, ['export', 'envoy', ...options]);
      if (code !== 0) throw new Error(stderr);
      return /sha256:\w+/.exec(stderr)?.[0];
    };
    await exportRound(0);
    const envoy = await startEnvoy(await openFolder(), discoveryBootstrap({ folder: out, adminPort: 0 }));
    const gateway = 'https://gateway.example.edu';
    const token = await signToken({ iss: gateway, aud: gateway, client_id: consumerKey });
    const seen = new Set<string>();
    const call = async () => {
      const dispatcher = new Agent();
      const headers = { authorization: `Bearer ${token}` };
      const answer = await request(`${envoy.urlOf('calls')}/walks/v1/walks_0`, { headers, dispatcher });
      const text = await answer.body.text();
      await dispatcher.close();
      seen.add(answer.statusCode === 200 ? '200' : `${answer.statusCode} ${text}`);
      return answer.headers['gatewright-digest'];
    };
    for (let round = 0; round < rounds; round += 1) {
      // An Envoy that has not finished the turn in which it took over the last export may read the next one out of order.
      await envoy.admin('/ready');
      envoy.pause();
      let last: string | undefined;
      for (const step of [1, 2, 3]) last = await exportRound(3 * round + step);
      const waiting = Array.from({ length: 50 }, call);
      envoy.resume();
      await eventually(async () => expect(await call()).toBe(last));
      await Promise.all(waiting);
    }
    expect([...seen]).toEqual(['200']);
  },
);
