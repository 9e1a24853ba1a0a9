import { execFileSync } from 'node:child_process';
import { chmod, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readOrMakeCertificates } from '#platform/keys/own-certificates.ts';
import { makeTestFolder } from '../in-folder.ts';

const day = 24 * 60 * 60 * 1000;
const start = Date.now();
const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

test('certificates are what OpenSSL asks of them, for every name', async () => {
  const folder = join(await makeTestFolder(), 'state', 'tls');
  await readOrMakeCertificates(folder, ['gateway-qa.example.edu', '10.1.2.3'], () => start);
  const verify = (...options: string[]) =>
    String(
      execFileSync(
        'openssl',
        ['verify', '-x509_strict', '-purpose', 'sslserver', '-CAfile', 'ca.pem', ...options, 'cert.pem'],
        { cwd: folder, stdio: 'pipe' },
      ),
    );
  for (const name of ['localhost', 'gateway-qa.example.edu'])
    expect(verify('-verify_hostname', name)).toBe('cert.pem: OK\n');
  for (const address of ['127.0.0.1', '::1', '10.1.2.3'])
    expect(verify('-verify_ip', address)).toBe('cert.pem: OK\n');
  expect(() => verify('-verify_hostname', 'other.example.edu')).toThrow();
});

test('the key and its folder are for their owner only, and no key of the authority is kept', async () => {
  const root = await makeTestFolder();
  const folder = join(root, 'state', 'tls');
  await readOrMakeCertificates(folder, [], () => start);
  expect(await modeOf(join(root, 'state'))).toBe('700');
  expect(await modeOf(folder)).toBe('700');
  expect(await modeOf(join(folder, 'key.pem'))).toBe('600');
  expect((await readdir(folder)).toSorted()).toEqual(['ca.pem', 'cert.pem', 'key.pem']);
});

test('certificates are kept until they expire, lack a name or do not match', async () => {
  const folder = await makeTestFolder();
  const at = (now: number, ...hosts: string[]) => readOrMakeCertificates(folder, hosts, () => now);
  const made = await at(start, 'a.example.edu');
  expect(made.caFile).toBe(join(folder, 'ca.pem'));
  expect(await at(start + 366 * day, 'a.example.edu')).toEqual(made);
  const renewed = await at(start + 368 * day, 'a.example.edu');
  expect(renewed.certificate).not.toBe(made.certificate);
  const extended = await at(start + 368 * day, 'b.example.edu');
  expect(extended.certificate).not.toBe(renewed.certificate);
  await writeFile(join(folder, 'key.pem'), made.key);
  const matched = await at(start + 368 * day, 'b.example.edu');
  expect(matched.certificate).not.toBe(extended.certificate);
  await writeFile(join(folder, 'cert.pem'), 'no certificate');
  expect((await at(start)).certificate).toMatch(/^-----BEGIN CERTIFICATE-----/);
  await rm(join(folder, 'ca.pem'));
  await at(start);
  await chmod(folder, 0o700);
});
