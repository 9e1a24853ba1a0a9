// @module-tag full
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { maxConnections } from '#export/envoy/bootstrap/connection-limit.ts';
import { buildTable, defineApi } from '../../runtime/table-builder.ts';
import { eventually } from '../../eventually.ts';
import { whyNoEnvoy } from './envoy-in-test.ts';
import { openRecorder, startPlane } from './plane-in-test.ts';

test.skipIf(whyNoEnvoy)(
  `Envoy accepts no more connections than its bootstrap says, and still shows its admin pages${whyNoEnvoy}`,
  async () => {
    const { url } = await openRecorder('dogs');
    const table = buildTable({
      apis: [defineApi({ operations: ['public GET /dogs'], endpoints: { production: { targets: [url] } } })],
      applications: [],
      subscriptions: [],
    });
    const { urlOf, admin, call, log } = await startPlane(table, {
      adjustBootstrap: (text) => text.replace(String(maxConnections), '2'),
    });
    expect(log()).not.toContain('no configured limit');
    const { port } = new URL(urlOf('calls'));
    const open = async (): Promise<Socket> => {
      const socket = connect(Number(port), '127.0.0.1');
      onTestFinished(() => void socket.destroy());
      await once(socket, 'connect');
      return socket;
    };
    const [first] = [await open(), await open()];
    await eventually(async () =>
      expect(await admin('/stats?filter=listener.*downstream_cx_active')).toMatch(/active: 2$/m),
    );
    const third = await open();
    third.resume();
    await once(third, 'close');
    first.destroy();
    await eventually(async () => expect((await call('/dog_park/v1/dogs')).status).toBe(200));
  },
);
