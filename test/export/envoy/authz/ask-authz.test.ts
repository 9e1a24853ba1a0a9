// @module-tag full
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Client } from 'undici';
import { expect, test } from 'vitest';
import { discoveryBootstrap, discoveryFiles } from '#export/envoy/discovery-files.ts';
import { exportEnvoy } from '#export/envoy/export-envoy.ts';
import { build } from '#pipeline.ts';
import { diskSourceTree } from '#platform/files/disk-source-tree.ts';
import { openAskedGateway } from '../../../serve/external-authorization/asked-gateway.ts';
import { hasEnvoy, openFolder, startEnvoy, whyNoEnvoy } from '../envoy-in-test.ts';
import { planeOptions } from '../plane-in-test.ts';

test.skipIf(!hasEnvoy)(`an exported Envoy asks a gateway what it cannot check${whyNoEnvoy}`, async () => {
  const gateway = await openAskedGateway({
    authorization: 'missingBodies: empty',
    added: { 'apis/dog_park/v1/api.yaml': 'callerAssertion: { header: X-Caller }\n' },
  });
  const { gatewayUrl, authorizationUrl, token, root, upstream } = gateway;
  const { compiled } = await build(diskSourceTree(root), 'gateway.config.yaml', 'production');
  if (!compiled) throw new Error('the sources do not compile');
  const settings = { ...compiled.manifest.gateway, gatewayUrl, keyManagerUrl: gatewayUrl };
  const table = { ...compiled, manifest: { ...compiled.manifest, gateway: settings } };
  const folder = await openFolder();
  const keySet = await (await fetch(`${gatewayUrl}/oauth2/jwks`)).text();
  const options = {
    ...planeOptions(folder),
    keys: { keySet },
    accepted: [],
    authz: { url: authorizationUrl },
  };
  const { resources, refusals } = exportEnvoy(table, options);
  expect(refusals).toEqual([]);
  for (const { path, content } of discoveryFiles(resources, table.digest)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  const envoy = await startEnvoy(folder, discoveryBootstrap({ folder, adminPort: 0 }));
  const client = new Client(new URL(envoy.urlOf('calls')).origin);
  const post = async (body: string) => {
    const response = await client.request({
      method: 'POST',
      path: '/dog_park/v1/dogs',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'x-caller': 'Forged',
      },
      body,
    });
    const { code } = (await response.body.json()) as { readonly code?: string };
    return [response.statusCode, code];
  };
  expect(await post('{"name":1}')).toEqual([422, 'validation_failed']);
  expect(await post('{"name":"Rex"}')).toEqual([200, undefined]);
  await client.close();
  const seen = upstream.seen.map(({ url, headers }) => [url, headers['x-caller'] === 'Forged']);
  expect(seen).toEqual([['/base/dogs', false]]);
});
