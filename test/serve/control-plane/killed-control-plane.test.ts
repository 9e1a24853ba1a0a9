// @module-tag full
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { request } from 'undici';
import { expect, test } from 'vitest';
import { deviations } from '#export/envoy/deviations.ts';
import { startCommand } from '../../cli/running-command.ts';
import { eventually } from '../../eventually.ts';
import { hasEnvoy, whyNoEnvoy } from '../../export/envoy/envoy-in-test.ts';
import { freePort } from '../../runtime/free-port.ts';
import { writeSources } from '../running-gateway.ts';
import { makeAuthority } from './authority-in-test.ts';
import { startPollingEnvoy } from './start-polling-envoy.ts';

/** The code of the refusal of a call without a token. */
async function call(port: number, path: string): Promise<unknown> {
  const { body } = await request(`http://127.0.0.1:${port}${path}`);
  return ((await body.json()) as { readonly code: string }).code;
}

test.skipIf(!hasEnvoy)(
  `an Envoy serves on after its control plane was killed, and gets new versions after its return${whyNoEnvoy}`,
  async () => {
    const authority = await makeAuthority();
    const sources = await writeSources();
    const { certificate, key } = authority.issue('control-plane.example.edu');
    const tls = join(authority.folder, 'control-plane');
    await mkdir(tls);
    await copyFile(certificate, join(tls, 'tls.crt'));
    await copyFile(key, join(tls, 'tls.key'));
    await copyFile(authority.file, join(tls, 'ca.crt'));
    const [controlPlanePort, callPort] = [await freePort(), await freePort()];
    const words = [
      'run',
      '--plain-http',
      '--port=0',
      '--admin-port=0',
      '--log-format=json',
      `--control-plane=127.0.0.1:${controlPlanePort}`,
      `--control-plane-tls=${tls}`,
      `--envoy-listen=127.0.0.1:${callPort}`,
      '--envoy-plain-http',
      `--envoy-authorities=${authority.file}`,
      ...Object.keys(deviations).map((code) => `--accept=${code}`),
    ];
    const killed = startCommand(sources.root, words);
    await killed.until('"event":"listening"');
    await startPollingEnvoy('edge', authority, controlPlanePort);
    await eventually(async () => expect(await call(callPort, '/dog_park/v1/dogs')).toBe('token_missing'));
    killed.signal('SIGKILL');
    await killed.ended;
    expect(await call(callPort, '/dog_park/v1/dogs')).toBe('token_missing');
    await sources.write('apis/dog_park/v1/api.yaml', (text) =>
      text.replace('state: published', 'state: blocked'),
    );
    expect(await call(callPort, '/dog_park/v1/dogs')).toBe('token_missing');
    const back = startCommand(sources.root, words);
    await eventually(async () => expect(await call(callPort, '/dog_park/v1/dogs')).toBe('api_blocked'));
    back.signal('SIGTERM');
    expect(await back.ended).toBe(0);
  },
);
