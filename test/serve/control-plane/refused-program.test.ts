// @module-tag full
import { request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import type { Compiled } from '#compiled/compiled.ts';
import { restrictTable } from '#compiled/restriction/restrict-table.ts';
import { controlPlaneCluster } from '#export/envoy/bootstrap/control-plane-bootstrap.ts';
import type { EnvoyResource } from '#export/envoy/envoy-resources.ts';
import { exportEnvoy, exportKeys, exportProgram } from '#export/envoy/export-envoy.ts';
import type { EnvoyExports } from '#serve/control-plane/control-plane.ts';
import { openControlPlane } from '#serve/control-plane/open-control-plane.ts';
import { eventually } from '../../eventually.ts';
import { hasEnvoy, whyNoEnvoy } from '../../export/envoy/envoy-in-test.ts';
import { openRecorder, planeOptions, signToken } from '../../export/envoy/plane-in-test.ts';
import { makeTestFolder } from '../../platform/in-folder.ts';
import { freePort } from '../../runtime/free-port.ts';
import { buildTable, defineApi, defineApplication, subscribe } from '../../runtime/table-builder.ts';
import { openSwitch } from '../../soak/envoys/open-switch.ts';
import { type Authority, makeAuthority } from './authority-in-test.ts';
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

/** Control planes whose tables have a broken program if `isBroken` says so, and an Envoy that polls the first one. */
async function openPlanes(count: number, isBroken: (table: Compiled) => boolean) {
  const authority = await makeAuthority();
  const callPort = await freePort();
  const exports = exportWith(authority, callPort, isBroken);
  const planes = await Promise.all(Array.from({ length: count }, () => openPlane(authority, exports)));
  const portOf = (index: number) => Number(new URL(planes[index]?.url ?? '').port);
  const polled = await openSwitch(portOf(0));
  const { stat } = await startPollingEnvoy('edge', authority, polled.port);
  return {
    controlPlanes: planes.map(({ controlPlane }) => controlPlane),
    move: (index: number) => polled.leadTo(portOf(index)),
    stat,
    publish: (table: Compiled) => {
      for (const { controlPlane } of planes) controlPlane.publish(table, undefined, 'keys');
    },
    callPort,
  };
}

function exportWith({ folder }: Authority, callPort: number, isBroken: (table: Compiled) => boolean) {
  const options = {
    ...planeOptions(folder),
    listener: { host: '127.0.0.1', port: callPort, tls: 'off' as const },
    discovery: { cluster: controlPlaneCluster },
  };
  const exportTable = (table: Compiled) => {
    const { resources, refusals } = exportEnvoy(table, options);
    const { extensionConfigs } = resources;
    const filters = isBroken(table) ? withBrokenProgram(extensionConfigs) : extensionConfigs;
    return { resources: { ...resources, extensionConfigs: filters }, refusals };
  };
  return {
    exportTable,
    exportKeys: (table: Compiled) => exportKeys(table, options),
    restrictTable,
    exportProgram,
  };
}

async function openPlane(authority: Authority, exports: EnvoyExports) {
  const { certificate, key } = authority.issue('control-plane.example.edu');
  const opened = new AsyncDisposableStack();
  onTestFinished(() => opened.disposeAsync());
  return openControlPlane(
    { host: '127.0.0.1', port: 0, files: { certificate, key, clientAuthorities: authority.file } },
    exports,
    { stateFolder: await makeTestFolder(onTestFinished), report: () => undefined },
    opened,
  );
}

/** Tables of two APIs with subscriptions to some of them, and calls of both APIs. */
async function openTables() {
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
  const { keyManagerUrl: iss, gatewayUrl: aud } = both.manifest.gateway;
  const authorization = `Bearer ${await signToken({ iss, aud })}`;
  const call = async (port: number, api: string) => {
    const url = `http://127.0.0.1:${port}/${api}/v1/all`;
    const { statusCode, body } = await request(url, { headers: { authorization } });
    const text = await body.text();
    return statusCode === 200 ? 200 : (JSON.parse(text) as { readonly code: string }).code;
  };
  const answers = async (port: number) => [await call(port, 'dogs'), await call(port, 'cats')];
  return { both, dogs, none, answers };
}

test.skipIf(!hasEnvoy)(
  `an Envoy that refuses the program of a table still refuses what that takes away, and nothing else${whyNoEnvoy}`,
  async () => {
    const { both, dogs, none, answers } = await openTables();
    const { controlPlanes, stat, publish, callPort } = await openPlanes(1, (table) => table === dogs);
    const [controlPlane] = controlPlanes;
    publish(both);
    await eventually(async () => expect(await answers(callPort)).toEqual([200, 200]));
    publish(dogs);
    await eventually(async () => expect(await answers(callPort)).toEqual([200, 'not_subscribed']));
    expect(await stat('extension_config_discovery.http_filter.calls.config_fail')).toBeGreaterThan(0);
    await eventually(() => {
      expect(controlPlane?.nodes()).toMatchObject([
        {
          accepted: both.digest,
          restricted: { by: dogs.digest },
          removalsWait: false,
          refused: [{ service: 'extension_configs', names: ['calls'] }],
        },
      ]);
    });
    publish(none);
    await eventually(async () =>
      expect(await answers(callPort)).toEqual(['not_subscribed', 'not_subscribed']),
    );
    await eventually(() => {
      expect(controlPlane?.nodes()).toMatchObject([
        { accepted: none.digest, restricted: undefined, refused: [] },
      ]);
    });
  },
);

test.skipIf(!hasEnvoy)(
  `an Envoy that has refused a program is not taken to have accepted it by another control plane that sends it too${whyNoEnvoy}`,
  async () => {
    const { both, dogs, answers } = await openTables();
    const { controlPlanes, move, stat, publish, callPort } = await openPlanes(2, (table) => table === dogs);
    publish(both);
    await eventually(async () => expect(await answers(callPort)).toEqual([200, 200]));
    await eventually(() =>
      expect(controlPlanes[0]?.nodes()).toMatchObject([{ accepted: both.digest, refused: [] }]),
    );
    publish(dogs);
    await eventually(
      async () =>
        expect(await stat('extension_config_discovery.http_filter.calls.config_fail')).toBeGreaterThan(0),
      { timeout: 25_000, interval: 5 },
    );
    move(1);
    await eventually(() => {
      expect(controlPlanes[1]?.nodes()).toMatchObject([
        {
          accepted: both.digest,
          restricted: { by: dogs.digest },
          refused: [{ service: 'extension_configs', names: ['calls'] }],
        },
      ]);
    });
    expect(await answers(callPort)).toEqual([200, 'not_subscribed']);
  },
);
