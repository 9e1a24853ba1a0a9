// @module-tag full
import { once } from 'node:events';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { expect, test } from 'vitest';
import { makeCertificates } from '#platform/keys/own-certificates.ts';
import { listenerDefaults } from '#compiled/settings/gateway-settings.ts';
import { eventually } from '../../../eventually.ts';
import { buildTable, defineApi } from '../../../runtime/table-builder.ts';
import { openFolder, whyNoEnvoy } from '../envoy-in-test.ts';
import { startPlane } from '../plane-in-test.ts';

/** Writes a file by a rename, as tools that renew certificates do. */
async function put(file: string, content: string): Promise<void> {
  await writeFile(`${file}.new`, content);
  await rename(`${file}.new`, file);
}

async function openPlane() {
  const folder = await openFolder();
  const [first, second] = [
    await makeCertificates(['127.0.0.1'], 0),
    await makeCertificates(['127.0.0.1'], 0),
  ];
  const path = (name: string) => join(folder, name);
  await put(path('first.pem'), first.certificate);
  await put(path('first-key.pem'), first.key);
  await put(path('second.pem'), second.certificate);
  await put(path('second-key.pem'), first.key);
  const tableWith = (name: string) => {
    const tls = {
      certificate: { fromFile: path(`${name}.pem`) },
      key: { fromFile: path(`${name}-key.pem`) },
    };
    return buildTable({
      gateway: { listener: { ...listenerDefaults, tls } },
      apis: [defineApi({ endpoints: {} })],
      applications: [],
      subscriptions: [],
    });
  };
  const plane = await startPlane(tableWith('first'), { tls: 'declared' });
  const port = Number(new URL(plane.urlOf('calls')).port);
  const certificate = async () => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    const { raw } = socket.getPeerCertificate();
    socket.destroy();
    return raw.toString('base64');
  };
  const count = async (name: string) =>
    Number(new RegExp(`^sds\\.listener\\.${name}: (\\d+)$`, 'm').exec(await plane.admin('/stats'))?.[1]);
  const repair = () => put(path('second-key.pem'), second.key);
  const [before, after] = [first, second].map((each) => each.certificate.replaceAll(/-----.*-----|\n/g, ''));
  return { apply: () => plane.apply(tableWith('second')), certificate, count, repair, before, after };
}

test.skipIf(whyNoEnvoy)(
  `Envoy keeps the certificate before one that it cannot use, and takes that once its key fits${whyNoEnvoy}`,
  async () => {
    const { apply, certificate, count, repair, before, after } = await openPlane();
    expect(await certificate()).toBe(before);
    await apply();
    await eventually(async () => expect(await count('update_rejected')).toBe(1));
    expect(await certificate()).toBe(before);
    const updates = await count('update_success');
    // The same bytes again, which Envoy takes for accepted.
    await apply();
    await eventually(async () => expect(await count('update_success')).toBeGreaterThan(updates));
    expect(await certificate()).toBe(before);
    await repair();
    await eventually(async () => expect(await certificate()).toBe(after));
  },
);
