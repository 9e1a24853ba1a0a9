import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openRecorder } from '../../export/envoy/plane-in-test.ts';
import { buildTable, defineApi, defineApplication, subscribe } from '../../runtime/table-builder.ts';
import { openGuardedUpstream } from '../../soak/envoys/guarded-upstream.ts';
import { makeAuthority } from './authority-in-test.ts';
import { damagedApi } from './damaged-resources.ts';

/**
 * Tables that need resources of every kind, each with routes and clusters of its own. Those of damaged resources have an API whose own are damaged, and no
 * subscription to `cats`.
 */
export async function openDamagedTables() {
  const authority = await makeAuthority();
  const { folder } = authority;
  const upstream = await openRecorder('dogs');
  const guardedUrl = await openGuardedUpstream(authority);
  authority.issue('listener');
  for (const api of ['cats', damagedApi]) {
    authority.issue(api);
    await copyFile(authority.file, join(folder, api, 'ca.pem'));
    await writeFile(join(folder, api, 'key-of-api'), 'a-key');
  }
  const fromFile = (path: string) => ({ fromFile: join(folder, path) });
  const guarded = (api: string, round: number) => ({
    targets: [`${guardedUrl}/${round}`],
    ca: fromFile(`${api}/ca.pem`),
    auth: {
      header: { name: 'x-key', value: fromFile(`${api}/key-of-api`) },
      clientCertificate: { certificate: fromFile(`${api}/cert.pem`), key: fromFile(`${api}/key.pem`) },
    },
  });
  const listener = {
    host: '127.0.0.1',
    port: 0,
    http2: true,
    limits: { maxHeaderBytes: 16_384, maxHeaders: 200, maxConcurrentStreams: 100, stalledClientSeconds: 60 },
    tls: { certificate: fromFile('listener/cert.pem'), key: fromFile('listener/key.pem') },
  };
  const tableOf = (round: number, isDamaged: boolean) =>
    buildTable({
      gateway: { digestHeader: true, listener },
      apis: ['dogs', 'cats', ...(isDamaged ? [damagedApi] : [])].map((context) =>
        defineApi({
          name: `${context.charAt(0).toUpperCase()}${context.slice(1)}`,
          context,
          operations: ['GET /all', `GET /round_${round}`],
          // What is validated is asked at /authz.
          validation: { requests: context === 'cats' ? 'enforce' : 'off', responses: 'off' },
          ...(context === damagedApi && {
            limit: { requests: 7, unit: 'hour', burst: 7, whenUnavailable: 'refuse' },
          }),
          endpoints: {
            production:
              context === 'dogs' ? { targets: [`${upstream.url}/${round}`] } : guarded(context, round),
          },
        }),
      ),
      applications: [defineApplication('Walker')],
      subscriptions: ['Dogs', ...(isDamaged ? [] : ['Cats'])].map((api) => subscribe('Walker', `${api}/v1`)),
    });
  const { ca } = await authority.read('cats');
  return { authority, ca, tableOf, authzUrl: `${upstream.url}/authz` };
}
