// @module-tag full
import { request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import type { Compiled } from '../../../src/compiled/compiled.ts';
import { restrictTable } from '../../../src/compiled/restriction/restrict-table.ts';
import { controlPlaneCluster } from '../../../src/export/envoy/bootstrap/control-plane-bootstrap.ts';
import type { EnvoyResource } from '../../../src/export/envoy/envoy-resources.ts';
import { exportEnvoy, exportKeys, exportProgram } from '../../../src/export/envoy/export-envoy.ts';
import { openControlPlane } from '../../../src/serve/control-plane/open-control-plane.ts';
import { eventually } from '../../eventually.ts';
import { hasEnvoy, whyNoEnvoy } from '../../export/envoy/envoy-in-test.ts';
import { openRecorder, planeOptions, signToken } from '../../export/envoy/plane-in-test.ts';
import { makeTestFolder } from '../../platform/in-folder.ts';
import { freePort } from '../../runtime/free-port.ts';
import { buildTable, defineApi, defineApplication, subscribe } from '../../runtime/table-builder.ts';
import { makeAuthority } from './authority-in-test.ts';
import { startPollingEnvoy } from './start-polling-envoy.ts';

/** The same filters with a program that Envoy cannot load. */
function withBrokenProgram(filters: readonly EnvoyResource[]): readonly EnvoyResource[] {
  return filters.map((filter) =>
    filter.name === 'calls'
      ? (JSON.parse(
          JSON.stringify(filter).replace('local records = ', 'local records = = '),
        ) as EnvoyResource)
      : filter,
  );
}

/** A control plane whose tables have a broken program if `isBroken` says so, and an Envoy that polls it. */
async function openPlane(isBroken: (table: Compiled) => boolean) {
  const authority = await makeAuthority();
  const { certificate, key } = authority.issue('control-plane.example.edu');
  const opened = new AsyncDisposableStack();
  onTestFinished(() => opened.disposeAsync());
  const callPort = await freePort();
  const options = {
    ...planeOptions(authority.folder),
    listener: { host: '127.0.0.1', port: callPort, tls: 'off' as const },
    discovery: { cluster: controlPlaneCluster },
  };
  const exportTable = (table: Compiled) => {
    const { resources, refusals } = exportEnvoy(table, options);
    const { extensionConfigs } = resources;
    const filters = isBroken(table) ? withBrokenProgram(extensionConfigs) : extensionConfigs;
    return { resources: { ...resources, extensionConfigs: filters }, refusals };
  };
  const { controlPlane, url } = await openControlPlane(
    { host: '127.0.0.1', port: 0, files: { certificate, key, clientAuthorities: authority.file } },
    { exportTable, exportKeys: (table) => exportKeys(table, options), restrictTable, exportProgram },
    { stateFolder: await makeTestFolder(onTestFinished), report: () => undefined },
    opened,
  );
  const { stat } = await startPollingEnvoy('edge', authority, Number(new URL(url).port));
  return {
    controlPlane,
    stat,
    publish: (table: Compiled) => controlPlane.publish(table, undefined, 'keys'),
    callPort,
  };
}

test.skipIf(!hasEnvoy)(
  `an Envoy that refuses the program of a table still refuses what that takes away, and nothing else${whyNoEnvoy}`,
  async () => {
    const upstream = await openRecorder('dogs');
    const tableOf = (...apis: readonly string[]) =>
      buildTable({
        apis: ['Dogs', 'Cats'].map((name) =>
          defineApi({
            name,
            context: name.toLowerCase(),
            operations: ['GET /all'],
            endpoints: { production: { targets: [upstream.url] } },
          }),
        ),
        applications: [defineApplication('Walker')],
        subscriptions: apis.map((api) => subscribe('Walker', `${api}/v1`)),
      });
    const [both, dogs, none] = [tableOf('Dogs', 'Cats'), tableOf('Dogs'), tableOf()];
    const { controlPlane, stat, publish, callPort } = await openPlane((table) => table === dogs);
    const { keyManagerUrl: iss, gatewayUrl: aud } = both.manifest.gateway;
    const authorization = `Bearer ${await signToken({ iss, aud })}`;
    const call = async (api: string) => {
      const url = `http://127.0.0.1:${callPort}/${api}/v1/all`;
      const { statusCode, body } = await request(url, { headers: { authorization } });
      const text = await body.text();
      return statusCode === 200 ? 200 : (JSON.parse(text) as { readonly code: string }).code;
    };
    const answers = async () => [await call('dogs'), await call('cats')];
    publish(both);
    await eventually(async () => expect(await answers()).toEqual([200, 200]));
    publish(dogs);
    await eventually(async () => expect(await answers()).toEqual([200, 'not_subscribed']));
    expect(await stat('extension_config_discovery.http_filter.calls.config_fail')).toBeGreaterThan(0);
    await eventually(() => {
      expect(controlPlane.nodes()).toMatchObject([
        {
          accepted: both.digest,
          restricted: { by: dogs.digest },
          removalsWait: false,
          refused: [{ service: 'extension_configs', names: ['calls'] }],
        },
      ]);
    });
    publish(none);
    await eventually(async () => expect(await answers()).toEqual(['not_subscribed', 'not_subscribed']));
    await eventually(() => {
      expect(controlPlane.nodes()).toMatchObject([
        { accepted: none.digest, restricted: undefined, refused: [] },
      ]);
    });
  },
);
