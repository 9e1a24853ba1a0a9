import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { makeTestFolder } from '../../platform/in-folder.ts';

/** The files of a certificate, in PEM. */
export interface CertificateFiles {
  readonly certificate: string;
  readonly key: string;
}

/** A certificate authority of a test's own. */
export interface Authority {
  /** Its own certificate. */
  readonly file: string;
  readonly folder: string;
  /** Issues a certificate for a common name, which is also a DNS name, and for addresses, 127.0.0.1 without them. */
  readonly issue: (name: string, addresses?: readonly string[]) => CertificateFiles;
  readonly read: (
    name: string,
  ) => Promise<{ readonly cert: string; readonly key: string; readonly ca: string }>;
}

const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/** Makes an authority with OpenSSL. */
export async function makeAuthority(): Promise<Authority> {
  const folder = await makeTestFolder(onTestFinished);
  const openssl = (...words: readonly string[]) =>
    void execFileSync('openssl', words, { cwd: folder, stdio: 'ignore' });
  openssl(
    'req',
    '-x509',
    ...curve,
    '-subj',
    '/CN=authority',
    '-days',
    '2',
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
  );
  const filesOf = (name: string) => {
    const at = join(folder, encodeURIComponent(name));
    return { certificate: join(at, 'cert.pem'), key: join(at, 'key.pem') };
  };
  const issue = (name: string, addresses: readonly string[] = ['127.0.0.1']) => {
    const { certificate, key } = filesOf(name);
    mkdirSync(join(folder, encodeURIComponent(name)), { recursive: true });
    const alternative = `subjectAltName=DNS:${name},${addresses.map((address) => `IP:${address}`).join()}`;
    const from = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-days', '2'];
    const subject = ['-subj', `/CN=${name}`, '-addext', alternative];
    openssl('req', '-x509', ...curve, ...from, ...subject, '-keyout', key, '-out', certificate);
    return { certificate, key };
  };
  const read = async (name: string) => {
    const { certificate, key } = filesOf(name);
    const [cert, secret, ca] = await Promise.all(
      [certificate, key, join(folder, 'ca.pem')].map((file) => readFile(file, 'utf8')),
    );
    return { cert: cert ?? '', key: secret ?? '', ca: ca ?? '' };
  };
  return { file: join(folder, 'ca.pem'), folder, issue, read };
}
