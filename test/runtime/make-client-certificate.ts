import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A self-signed certificate of a TLS client and its key, made by OpenSSL. */
export function makeClientCertificate(): { readonly certificate: string; readonly key: string } {
  const folder = mkdtempSync(join(tmpdir(), 'gatewright-'));
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=gateway'];
  execFileSync('openssl', ['req', '-x509', ...curve, '-keyout', 'key.pem', '-out', 'cert.pem'], {
    cwd: folder,
    stdio: 'ignore',
  });
  const certificate = readFileSync(join(folder, 'cert.pem'), 'utf8');
  const key = readFileSync(join(folder, 'key.pem'), 'utf8');
  rmSync(folder, { recursive: true });
  return { certificate, key };
}
