import { createPrivateKey, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { join } from 'node:path';
import type { Clock } from '#runtime/ports/clock.ts';
import { makePrivateFolder } from '../files/private-files.ts';
import { readFileIfPresent } from '../files/read-file-if-present.ts';
import { writeFileAtomically } from '../files/write-file-atomically.ts';
import { makeCertificates } from './make-certificates.ts';

/** A listener's TLS material, in PEM. */
export interface TlsMaterial {
  readonly certificate: string;
  readonly key: string;
  /** The file that clients have to trust, if the gateway has generated the certificate. */
  readonly caFile?: string;
  /** The authority, in PEM, of the certificates that clients are asked for. */
  readonly clientCa?: string;
}

/** The material of a listener that asks its clients for no certificate. */
export function withoutClients({ certificate, key, caFile }: TlsMaterial): TlsMaterial {
  return { certificate, key, ...(caFile !== undefined && { caFile }) };
}

/** How long before its expiry it is renewed, in milliseconds. */
const renewalMargin = 30 * 24 * 60 * 60 * 1000;

/** The certificate that is kept in a folder; made again if it is missing, expires soon or lacks a host. */
export async function readOrMakeCertificates(
  folder: string,
  hosts: readonly string[],
  clock: Clock,
): Promise<TlsMaterial> {
  const names = [...new Set(['localhost', '127.0.0.1', '::1', ...hosts])];
  const caFile = join(folder, 'ca.pem');
  const kept = await readKept(folder);
  if (kept && isGood(kept, names, clock())) return { certificate: kept.certificate, key: kept.key, caFile };
  const made = await makeCertificates(names, clock());
  await makePrivateFolder(folder);
  await writeFileAtomically(join(folder, 'key.pem'), made.key, 0o600);
  await writeFileAtomically(join(folder, 'cert.pem'), made.certificate, 0o644);
  await writeFileAtomically(caFile, made.ca, 0o644);
  return { certificate: made.certificate, key: made.key, caFile };
}

interface KeptCertificates {
  readonly certificate: string;
  readonly key: string;
  readonly ca: string;
}

async function readKept(folder: string): Promise<KeptCertificates | undefined> {
  const files = ['cert.pem', 'key.pem', 'ca.pem'].map((name) => readFileIfPresent(join(folder, name)));
  const [certificate, key, ca] = await Promise.all(files);
  return certificate && key && ca ? { certificate, key, ca } : undefined;
}

/** Three files may have been written by two runs at once, so they are checked to belong together. */
function isGood({ certificate, key, ca }: KeptCertificates, names: readonly string[], now: number): boolean {
  try {
    const leaf = new X509Certificate(certificate);
    const isOurs =
      leaf.checkPrivateKey(createPrivateKey(key)) && leaf.verify(new X509Certificate(ca).publicKey);
    return (
      isOurs && leaf.validToDate.getTime() - now > renewalMargin && names.every((name) => isFor(leaf, name))
    );
  } catch {
    return false;
  }
}

/** Whether a certificate is for a host name or an address. */
export function isFor(certificate: X509Certificate, name: string): boolean {
  return (isIP(name) ? certificate.checkIP(name) : certificate.checkHost(name)) !== undefined;
}
