import { once } from 'node:events';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { MessageChannel } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { build } from '#pipeline.ts';
import { diskSourceTree } from '#platform/files/disk-source-tree.ts';
import { readOrMakeCertificates } from '#platform/keys/own-certificates.ts';
import { systemClock } from '#platform/system-clock.ts';
import { reservePort } from '#serve/listeners/reserve-port.ts';
import type { ServingOwnerCalls } from '#serve/workers/serving-calls.ts';
import { ServingSide } from '#serve/start/serving-side.ts';
import { ThreadCalls } from '#serve/served/thread-calls.ts';
import { createConcurrencyMemory } from '#runtime/state/concurrent-calls.ts';
import { writeSources } from '../running-gateway.ts';

const host = '127.0.0.1';

async function openSide() {
  const { root } = await writeSources();
  const { compiled } = await build(diskSourceTree(root), 'gateway.config.yaml', 'production');
  const source = { kind: 'folder', root, configFile: 'gateway.config.yaml' } as const;
  const options = { source, deployment: 'production', stateFolder: root, plainHttp: false };
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => port1.close());
  port2.unref();
  const { port, release } = await reservePort({ host, port: 0, option: '--port' });
  const calls = { host, port, option: '--port', isShared: true } as const;
  const declared = compiled!.manifest.gateway;
  const concurrency = createConcurrencyMemory(16);
  const data = { options, declared, addresses: { calls }, isLogged: false, concurrency };
  const side = new ServingSide(data, new ThreadCalls<ServingOwnerCalls>(port1, {}));
  onTestFinished(() => side.close());
  const make = (folder: string) => readOrMakeCertificates(join(root, folder), ['localhost'], systemClock);
  return { side, port, release, before: await make('before'), after: await make('after') };
}

async function certificateAt(port: number): Promise<string> {
  const socket = connect({ host, port, rejectUnauthorized: false });
  onTestFinished(() => void socket.destroy());
  await once(socket, 'secureConnect');
  return socket.getPeerX509Certificate()?.toString() ?? '';
}

test('a certificate that comes while a worker opens is the one that it serves', async () => {
  const { side, port, release, before, after } = await openSide();
  const opening = side.open({ calls: before });
  side.takeTls(after);
  await opening;
  await side.listen();
  // Until then, it takes some of the connections.
  await release();
  const served = await certificateAt(port);
  expect([after.certificate.includes(served.trim()), before.certificate.includes(served.trim())]).toEqual([
    true,
    false,
  ]);
});
