// @module-tag full
import { generateKeyPairSync } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { whyNoEnvoy } from '../export/envoy/envoy-in-test.ts';
import { makeTestFolder } from '../platform/in-folder.ts';
import { call } from './black-box-case.ts';
import { issueTokens, type TokenFor } from './issue-tokens.ts';
import { openBuiltInPlane } from './planes/built-in-plane.ts';
import { openEnvoyPlane } from './planes/envoy-plane.ts';
import type { RunningPlane } from './planes/running-plane.ts';
import { openRecordingUpstream } from './recording-upstream.ts';
import { writeRepository } from './repository/write-repository.ts';
import { sendCase } from './send-case.ts';

const keyFile = (name: string) => ({ key: { fromFile: `secrets/${name}.pem` } });

/** A repository with a second key, whose tokens are accepted until it is removed. */
async function openRepository() {
  const upstream = await openRecordingUpstream(onTestFinished);
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const secondKey = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const signingKeys = [keyFile('signing-key'), { ...keyFile('second-key'), use: 'verify' }];
  const endpoints = { production: { url: `${upstream.production}/park` } };
  const repository = await writeRepository(
    {
      settings: { token: { signingKeys } },
      apis: [{ name: 'Park', context: 'park', operations: ['GET /dogs'], settings: { endpoints } }],
      applications: [{ name: 'walker', subscriptions: { 'Park/v1': { tier: 'gold' } } }],
      files: { 'secrets/second-key.pem': secondKey },
    },
    onTestFinished,
  );
  const removeKey = async () => {
    const file = join(repository.root, 'gateway.config.yaml');
    const declared = JSON.parse(await readFile(file, 'utf8')) as object;
    await writeFile(file, JSON.stringify({ ...declared, token: { signingKeys: signingKeys.slice(0, 1) } }));
  };
  return { repository, secondKey, removeKey, takeSeen: upstream.takeSeen };
}

/** How often an Envoy has fetched keys. */
async function countFetches({ readMetrics }: RunningPlane): Promise<number> {
  const metric = /^envoy_http_jwt_authn_jwks_fetch_success\{.*\} (\d+)$/m;
  return Number(metric.exec(await readMetrics())?.[1] ?? 0);
}

const bytes = call('GET /park/v1/dogs', { as: 'as issued' });

test.skipIf(whyNoEnvoy)(
  `the tokens of a signing key that is removed are refused on both data planes${whyNoEnvoy}`,
  async () => {
    const { repository, secondKey, removeKey, takeSeen } = await openRepository();
    const builtIn = await openBuiltInPlane(repository, onTestFinished);
    const envoy = await openEnvoyPlane(repository, builtIn, onTestFinished);
    const keyManager = `http://127.0.0.1:${builtIn.port}`;
    const statusOn = async (plane: RunningPlane, tokenFor: TokenFor) => {
      const expected = { answers: [], upstream: [] };
      const { answers } = await sendCase({ name: '', bytes, expected }, { ...plane, tokenFor, takeSeen });
      return answers.map(({ status }) => status);
    };
    const kept = issueTokens(keyManager, repository.signingKey);
    const removed = issueTokens(keyManager, secondKey);
    const statuses = async () => {
      const found: number[] = [];
      for (const plane of [builtIn, envoy])
        for (const tokenFor of [kept, removed]) found.push(...(await statusOn(plane, tokenFor)));
      return found;
    };
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    // Now they are remembered.
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    await removeKey();
    await eventually(async () => expect(await statusOn(builtIn, removed)).toEqual([403]));
    const fetched = await countFetches(envoy);
    await envoy.update();
    // Before a call needs them, so that none fails while the key manager is away.
    await eventually(async () => expect(await countFetches(envoy)).toBeGreaterThan(fetched));
    await eventually(async () => expect(await statuses()).toEqual([200, 403, 200, 403]));
  },
);

test.skipIf(whyNoEnvoy)(
  `an export takes the keys of its file that there are at the time${whyNoEnvoy}`,
  async () => {
    const { repository, secondKey, takeSeen } = await openRepository();
    const builtIn = await openBuiltInPlane(repository, onTestFinished);
    const keyManager = `http://127.0.0.1:${builtIn.port}`;
    const file = join(await makeTestFolder(), 'keys.json');
    const keys = (await (await fetch(`${keyManager}/oauth2/jwks`)).json()) as { keys: readonly object[] };
    await writeFile(file, JSON.stringify(keys));
    const envoy = await openEnvoyPlane(repository, builtIn, onTestFinished, ['--plain-http', '--jwks', file]);
    const status = async (key: string) => {
      const target = { ...envoy, tokenFor: issueTokens(keyManager, key), takeSeen };
      const { answers } = await sendCase(
        { name: '', bytes, expected: { answers: [], upstream: [] } },
        target,
      );
      return answers.map(({ status: found }) => found);
    };
    expect([await status(repository.signingKey), await status(secondKey)]).toEqual([[200], [200]]);
    await writeFile(file, JSON.stringify({ keys: keys.keys.slice(0, 1) }));
    await envoy.update();
    await eventually(async () => expect(await status(secondKey)).toEqual([403]));
    expect(await status(repository.signingKey)).toEqual([200]);
  },
);
