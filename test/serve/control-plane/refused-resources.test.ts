// @module-tag full
import { expect, onTestFinished, test } from 'vitest';
import type { Compiled } from '#compiled/compiled.ts';
import { restrictTable } from '#compiled/restriction/restrict-table.ts';
import { controlPlaneCluster } from '#export/envoy/bootstrap/control-plane-bootstrap.ts';
import { exportEnvoy, exportKeys, exportProgram } from '#export/envoy/export-envoy.ts';
import { openControlPlane } from '#serve/control-plane/open-control-plane.ts';
import type { GatewayEvent } from '#serve/served/gateway-event.ts';
import { hasEnvoy, whyNoEnvoy } from '../../export/envoy/envoy-in-test.ts';
import { planeOptions } from '../../export/envoy/plane-in-test.ts';
import { makeTestFolder } from '../../platform/in-folder.ts';
import { freePort } from '../../runtime/free-port.ts';
import { damages, type DamagedKind } from './damaged-resources.ts';
import { openDamagedTables } from './damaged-tables.ts';
import { answersOf, isOfOneApi, openCaller, patience, patiently, withEachKind } from './each-damage.ts';
import { type PollingEnvoy, startPollingEnvoy } from './start-polling-envoy.ts';

/** A control plane whose tables may have a damaged resource, and an Envoy that polls it. */
async function openPlane() {
  const tables = await openDamagedTables();
  const { authority, tableOf, authzUrl } = tables;
  const [callPort, controlPlanePort] = [await freePort(), await freePort()];
  const damaged = new Map<string, DamagedKind>();
  const options = {
    ...planeOptions(authority.folder),
    authorities: authority.file,
    authz: { url: authzUrl },
    listener: { host: '127.0.0.1', port: callPort, tls: 'declared' as const },
    discovery: { cluster: controlPlaneCluster },
  };
  const exportTable = (table: Compiled) => {
    const { resources, refusals } = exportEnvoy(table, options);
    const kind = damaged.get(table.digest);
    return { resources: kind ? damages[kind](resources) : resources, refusals };
  };
  const exports = {
    exportTable,
    exportKeys: (table: Compiled) => exportKeys(table, options),
    restrictTable,
    exportProgram,
  };
  const { certificate, key } = authority.issue('control-plane.example.edu');
  const settings = {
    host: '127.0.0.1',
    port: controlPlanePort,
    files: { certificate, key, clientAuthorities: authority.file },
  };
  const stateFolder = await makeTestFolder(onTestFinished);
  const events: GatewayEvent[] = [];
  const kept = new Map<string, Compiled>();
  const surroundings = {
    stateFolder,
    report: (event: GatewayEvent) => void events.push(event),
    readEarlier: async (table: string) => kept.get(table),
  };
  const open = async () => {
    const opened = new AsyncDisposableStack();
    onTestFinished(() => opened.disposeAsync());
    const { controlPlane } = await openControlPlane(settings, exports, surroundings, opened);
    return { controlPlane, close: () => opened.disposeAsync() };
  };
  let plane = await open();
  const publish = (round: number, kind?: DamagedKind) => {
    const table = tableOf(round, kind !== undefined);
    if (kind) damaged.set(table.digest, kind);
    kept.set(table.digest, table);
    plane.controlPlane.publish(table, undefined, 'keys');
    return table.digest;
  };
  return {
    publish,
    ...(await openCaller(tables, callPort)),
    /** Waits until the Envoy has refused something that was published. */
    untilRefused: () =>
      patiently(() => expect(plane.controlPlane.nodes()).toMatchObject([{ refused: [{}] }])),
    /** Waits until the Envoy is shown with a table, and refuses nothing. */
    untilAccepted: (accepted: string) =>
      patiently(() => expect(plane.controlPlane.nodes()).toMatchObject([{ accepted, refused: [] }])),
    start: () => startPollingEnvoy('edge', authority, controlPlanePort),
    /** Stops the control plane, and starts it again on its state folder. */
    restart: async () => {
      await plane.close();
      plane = await open();
    },
  };
}

type Plane = Awaited<ReturnType<typeof openPlane>>;

/** Waits until the Envoy has polled for all that it needs several times. */
async function untilPolled({ stat }: PollingEnvoy): Promise<void> {
  const polls = () => stat('cluster_manager.cds.update_attempt');
  const before = await polls();
  // It polls for its clusters five times as often as for others.
  await patiently(async () => expect(await polls()).toBeGreaterThan(before + 15));
}

async function expectRecovered({ publish, answers, isReady, untilAccepted }: Plane, round: number) {
  const digest = publish(round);
  await patiently(async () => expect(await answers()).toEqual(answersOf(digest)));
  expect(await isReady()).toBe(true);
  await untilAccepted(digest);
}

test.skipIf(!hasEnvoy)(
  `an Envoy that refuses the first table that it gets is not ready, and gets the corrected one${whyNoEnvoy}`,
  patience,
  () =>
    withEachKind(async (kind) => {
      const plane = await openPlane();
      const damaged = plane.publish(1, kind);
      const envoy = await plane.start();
      await plane.untilRefused();
      await untilPolled(envoy);
      expect(await plane.isReady()).toBe(isOfOneApi(kind));
      const [dogs] = await plane.answers();
      if (isOfOneApi(kind)) expect(dogs).toBe(`200 ${damaged}`);
      else expect(dogs).not.toMatch(/^2/);
      await expectRecovered(plane, 2);
    }),
);

test.skipIf(!hasEnvoy)(
  `an Envoy that refuses a table while it runs keeps the one before, and gets the corrected one${whyNoEnvoy}`,
  patience,
  () =>
    withEachKind(async (kind) => {
      const plane = await openPlane();
      const first = plane.publish(1);
      await plane.start();
      await plane.untilAccepted(first);
      plane.publish(2, kind);
      await plane.untilRefused();
      expect((await plane.answers())[0]).toMatch(/^200 /);
      expect(await plane.isReady()).toBe(true);
      await expectRecovered(plane, 3);
    }),
);

test.skipIf(!hasEnvoy)(
  `an Envoy that starts again while it refuses the newest table gets the one that it had, without what that takes away${whyNoEnvoy}`,
  patience,
  () =>
    withEachKind(async (kind) => {
      const plane = await openPlane();
      const first = plane.publish(1);
      const before = await plane.start();
      await plane.untilAccepted(first);
      plane.publish(2, kind);
      await plane.untilRefused();
      await before.stop();
      const again = await plane.start();
      await expectEarlier(plane, again);
      await expectRecovered(plane, 3);
    }),
);

test.skipIf(!hasEnvoy)(
  `an Envoy that starts again with its control plane gets the table that it had, if it refuses the newest one${whyNoEnvoy}`,
  patience,
  () =>
    withEachKind(async (kind) => {
      const plane = await openPlane();
      const first = plane.publish(1);
      const before = await plane.start();
      await plane.untilAccepted(first);
      await before.stop();
      await plane.restart();
      plane.publish(2, kind);
      const again = await plane.start();
      await expectEarlier(plane, again);
      await expectRecovered(plane, 3);
    }),
);

/** Calls are answered by the first table without the subscription that the second one takes away, and that stays so. */
async function expectEarlier({ answers, isReady }: Plane, envoy: PollingEnvoy): Promise<void> {
  const statuses = async () => (await answers()).map((answer) => answer.slice(0, 3));
  await patiently(async () => expect(await statuses()).toEqual(['200', '403']));
  expect(await isReady()).toBe(true);
  await untilPolled(envoy);
  expect(await statuses()).toEqual(['200', '403']);
}
