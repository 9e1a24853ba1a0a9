// @module-tag full
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeExport } from '#cli/envoy/write-export.ts';
import { exportEnvoy } from '#export/envoy/export-envoy.ts';
import { ioInMemory } from '../../cli/io-in-memory.ts';
import { freePort } from '../../runtime/free-port.ts';
import { damages, type DamagedKind } from '../../serve/control-plane/damaged-resources.ts';
import { openDamagedTables } from '../../serve/control-plane/damaged-tables.ts';
import {
  answersOf,
  isOfOneApi,
  openCaller,
  patience,
  patiently,
  withEachKind,
} from '../../serve/control-plane/each-damage.ts';
import { type PollingEnvoy, startEnvoyWith } from '../../serve/control-plane/start-polling-envoy.ts';
import { hasEnvoy, openFolder, whyNoEnvoy } from './envoy-in-test.ts';
import { planeOptions } from './plane-in-test.ts';

/** A folder that tables are exported to, which may have a damaged resource, and an Envoy that reads it. */
async function openExports() {
  const tables = await openDamagedTables();
  const { authority, tableOf, authzUrl } = tables;
  const [out, callPort, adminPort] = [await openFolder(), await freePort(), await freePort()];
  const options = {
    ...planeOptions(out),
    folder: authority.folder,
    authorities: authority.file,
    authz: { url: authzUrl },
    listener: { host: '127.0.0.1', port: callPort, tls: 'declared' as const },
  };
  const publish = async (round: number, kind?: DamagedKind) => {
    const table = tableOf(round, kind !== undefined);
    const { resources } = exportEnvoy(table, options);
    const { digest } = table;
    const { io } = ioInMemory(out);
    await writeExport({ resources: kind ? damages[kind](resources) : resources, digest, out, adminPort }, io);
    return digest;
  };
  const start = async () =>
    startEnvoyWith(await readFile(join(out, 'bootstrap.json'), 'utf8'), out, adminPort);
  return { publish, start, ...(await openCaller(tables, callPort)) };
}

/** Each Envoy watches many folders, and a user may only watch so many at a time. */
const atOnce = 2;

type Exports = Awaited<ReturnType<typeof openExports>>;

/** Metrics of what an Envoy has refused: of listeners, clusters, routes, secrets and filters. */
async function untilRefused({ admin, log }: PollingEnvoy): Promise<void> {
  const refused = /(?:update_rejected|config_fail): [1-9]/;
  const stats = () => admin('/stats').catch(() => log());
  await patiently(async () => expect(await stats()).toMatch(refused));
}

async function expectRecovered(
  { publish, answers, isReady }: Exports,
  round: number,
  { admin }: PollingEnvoy,
): Promise<void> {
  const digest = await publish(round);
  const versions = async () =>
    [...(await admin('/stats?filter=(rds|limits).*version_text')).matchAll(/"(.*)"$/gm)].map(
      ([, text]) => text,
    );
  await patiently(async () => expect(await versions()).toEqual([digest, digest]));
  await patiently(async () => expect(await answers()).toEqual(answersOf(digest)));
  expect(await isReady()).toBe(true);
}

test.skipIf(!hasEnvoy)(
  `an Envoy that refuses the first files is not ready, and takes over the corrected ones${whyNoEnvoy}`,
  patience,
  () =>
    withEachKind(async (kind) => {
      const exports = await openExports();
      await exports.publish(1, kind);
      const envoy = await exports.start();
      await untilRefused(envoy);
      // A cluster is that of one API too, and Envoy takes the others of the file.
      const isPartial = isOfOneApi(kind) || kind === 'a cluster';
      if (isPartial) await patiently(async () => expect(await exports.isReady()).toBe(true));
      else expect(await exports.isReady()).toBe(false);
      await expectRecovered(exports, 2, envoy);
      await envoy.stop();
    }, atOnce),
);

test.skipIf(!hasEnvoy)(
  `an Envoy that refuses files while it runs goes on, and takes over the corrected ones${whyNoEnvoy}`,
  patience,
  () =>
    withEachKind(async (kind) => {
      const exports = await openExports();
      const first = await exports.publish(1);
      const envoy = await exports.start();
      await patiently(async () => expect(await exports.answers()).toEqual(answersOf(first)));
      await exports.publish(2, kind);
      await untilRefused(envoy);
      // Without a control plane, the program does not wait for the routes that it names.
      const expected = kind.includes('route') ? /^404/ : /^200 /;
      await patiently(async () => expect((await exports.answers())[0]).toMatch(expected));
      expect(await exports.isReady()).toBe(true);
      await expectRecovered(exports, 3, envoy);
      await envoy.stop();
    }, atOnce),
);
