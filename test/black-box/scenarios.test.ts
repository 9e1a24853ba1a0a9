// @module-tag full
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { whyNoEnvoy } from '../export/envoy/envoy-in-test.ts';
import { full } from '../full-run.ts';
import { makeTestFolder, type AtEnd } from '../platform/in-folder.ts';
import { openShared } from '../serve/running-gateway.ts';
import { openBuiltInPlane } from './planes/built-in-plane.ts';
import { openEnvoyPlane } from './planes/envoy-plane.ts';
import { startMs } from './planes/running-plane.ts';
import type { Stage } from './scenarios/scenario.ts';
import { leavers, writeScenarioRepository } from './scenarios/scenario-repository.ts';
import { openScenarioUpstream } from './scenarios/scenario-upstream.ts';
import { scenarios } from './scenarios/scenarios.ts';

let builtIn: Stage;

beforeAll(
  () =>
    openShared(async (atEnd) => {
      const certificate = await makeCertificate(atEnd);
      const upstream = await openScenarioUpstream(certificate, atEnd);
      const repository = await writeScenarioRepository(upstream, certificate.cert, atEnd);
      const plane = await openBuiltInPlane(repository, atEnd);
      builtIn = { plane, keyManager: plane, upstream, repository, leaver: leavers[0] };
    }),
  startMs,
);

test.each(scenarios.map((each) => [each.name, each] as const))('%s', async (_name, each) => {
  expect(await each.run(builtIn)).toEqual(each.builtIn);
});

describe.skipIf(whyNoEnvoy)(`on Envoy${whyNoEnvoy}`, full, () => {
  let stage: Stage;

  beforeAll(
    () =>
      openShared(async (atEnd) => {
        const accepted = ['--plain-http', '--accept', 'concurrent_calls'];
        const plane = await openEnvoyPlane(builtIn.repository, builtIn.keyManager, atEnd, accepted);
        stage = { ...builtIn, plane, leaver: leavers[1] };
      }),
    startMs,
  );

  test.each(scenarios.map((each) => [`${each.code}: ${each.name}`, each] as const))(
    '%s',
    async (_name, each) => {
      expect(await each.run(stage)).toEqual(each.envoy);
      expect(each.envoy).not.toEqual(each.builtIn);
    },
  );
});

/** A certificate that is its own authority, and names its host only as a common name. */
async function makeCertificate(atEnd: AtEnd) {
  const folder = await makeTestFolder(atEnd);
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'];
  const files = ['-subj', '/CN=localhost', '-keyout', key, '-out', cert];
  execFileSync('openssl', ['req', '-x509', ...kind, ...files], { stdio: 'ignore' });
  return { cert: await readFile(cert, 'utf8'), key: await readFile(key, 'utf8') };
}
