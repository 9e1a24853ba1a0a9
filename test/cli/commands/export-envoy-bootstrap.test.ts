import { spawnSync } from 'node:child_process';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished, expect, test } from 'vitest';
import { full } from '../../full-run.ts';
import { makeTestFolder } from '../../platform/in-folder.ts';
import { makeAuthority } from '../../serve/control-plane/authority-in-test.ts';
import { hasEnvoy, whyNoEnvoy } from '../../export/envoy/envoy-in-test.ts';
import { callGatewright } from '../call-gatewright.ts';

const words = [
  'export',
  'envoy-bootstrap',
  '--node',
  'edge-1',
  '--control-plane',
  'control.example.edu:18000',
];

test('prints the bootstrap of an Envoy', async () => {
  const { code, stdout } = await callGatewright('/', [...words, '--tls', '/etc/envoy/tls']);
  expect(code).toBe(0);
  await expect(stdout).toMatchFileSnapshot('envoy-bootstrap.txt');
});

test.skipIf(!hasEnvoy)(`prints one that Envoy accepts${whyNoEnvoy}`, full, async () => {
  const authority = await makeAuthority();
  const { certificate, key } = authority.issue('edge-1');
  const folder = await makeTestFolder(onTestFinished);
  const names = [
    [certificate, 'tls.crt'],
    [key, 'tls.key'],
    [authority.file, 'ca.crt'],
  ] as const;
  for (const [from, name] of names) await copyFile(from, join(folder, name));
  const { stdout } = await callGatewright(folder, [...words, '--tls', folder, '--server-name', 'control']);
  await writeFile(join(folder, 'bootstrap.json'), stdout);
  const checked = spawnSync('envoy', ['--mode', 'validate', '-c', join(folder, 'bootstrap.json')], {
    encoding: 'utf8',
  });
  expect([checked.status, checked.stdout]).toEqual([0, expect.stringContaining("' OK")]);
});
