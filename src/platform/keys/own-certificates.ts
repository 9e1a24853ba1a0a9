import { createPrivateKey, X509Certificate, KeyObject, randomBytes, webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import { join } from 'node:path';
import type { Clock } from '#runtime/ports/clock.ts';
import { makePrivateFolder } from '../files/private-files.ts';
import { readFileIfPresent } from '../files/read-file-if-present.ts';
import { writeFileAtomically } from '../files/write-file-atomically.ts';
import type * as X509Module from '@peculiar/x509';

/** Certificates that the gateway has generated, in PEM. */
export interface MadeCertificates {
  /** The authority that clients must trust. Its key is discarded, so that it can issue no other certificate. */
  readonly ca: string;
  readonly certificate: string;
  readonly key: string;
}

type X509 = typeof X509Module;

interface Authority {
  readonly keys: webcrypto.CryptoKeyPair;
  readonly certificate: X509Module.X509Certificate;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

const authorityName = 'CN=Gatewright local authority';

const oneDay = 24 * 60 * 60 * 1000;

/** The validity of a certificate. Public authorities may not exceed it, and some clients refuse a longer one. */
const validDays = 397;

/** A listener's TLS material, in PEM. */
export interface TlsMaterial {
  readonly certificate: string;
  readonly key: string;
  /** The file that clients have to trust, if the gateway has generated the certificate. */
  readonly caFile?: string;
  /** The authority, in PEM, of the certificates that clients must present. */
  readonly clientCa?: string;
}

/** The material of a listener that requires no client certificate. */
export function withoutClients({ certificate, key, caFile }: TlsMaterial): TlsMaterial {
  return { certificate, key, ...(caFile !== undefined && { caFile }) };
}

/** How long before its expiry a certificate is replaced, in milliseconds. */
const renewalMargin = 30 * 24 * 60 * 60 * 1000;

/** The certificate that is saved in a folder. A new one is generated if it is missing, expires soon or lacks a host. */
export async function readOrMakeCertificates(
  folder: string,
  hosts: readonly string[],
  clock: Clock,
): Promise<TlsMaterial> {
  const names = [...new Set(['localhost', '127.0.0.1', '::1', ...hosts])];
  const caFile = join(folder, 'ca.pem');
  const saved = await readSaved(folder);
  if (saved && isGood(saved, names, clock()))
    return { certificate: saved.certificate, key: saved.key, caFile };
  const made = await makeCertificates(names, clock());
  await makePrivateFolder(folder);
  await writeFileAtomically(join(folder, 'key.pem'), made.key, 0o600);
  await writeFileAtomically(join(folder, 'cert.pem'), made.certificate, 0o644);
  await writeFileAtomically(caFile, made.ca, 0o644);
  return { certificate: made.certificate, key: made.key, caFile };
}

interface SavedCertificates {
  readonly certificate: string;
  readonly key: string;
  readonly ca: string;
}

async function readSaved(folder: string): Promise<SavedCertificates | undefined> {
  const files = ['cert.pem', 'key.pem', 'ca.pem'].map((name) => readFileIfPresent(join(folder, name)));
  const [certificate, key, ca] = await Promise.all(files);
  return certificate && key && ca ? { certificate, key, ca } : undefined;
}

/**
 * Whether saved certificates can be used. Also checks that the three files belong together, since two runs may have
 * written them at the same time.
 */
function isGood({ certificate, key, ca }: SavedCertificates, names: readonly string[], now: number): boolean {
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

/** Generates an authority, and a certificate for the given host names and IP addresses, valid from `now` on. */
export async function makeCertificates(hosts: readonly string[], now: number): Promise<MadeCertificates> {
  // Loaded here, since both are slow to load and needed on the first run only. `@peculiar/x509` needs
  // `reflect-metadata`.
  await import('reflect-metadata');
  const x509 = await import('@peculiar/x509');
  const authority = await makeAuthority(x509, now);
  const keys = await makeKeys('extractable');
  const certificate = await x509.X509CertificateGenerator.create({
    ...validityFrom(now),
    subject: 'CN=Gatewright',
    issuer: authorityName,
    publicKey: keys.publicKey,
    signingKey: authority.keys.privateKey,
    signingAlgorithm: algorithm,
    extensions: await leafExtensions(x509, hosts, keys, authority),
  });
  return {
    ca: authority.certificate.toString('pem') + '\n',
    certificate: certificate.toString('pem') + '\n',
    key: KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' }),
  };
}

async function makeAuthority(x509: X509, now: number): Promise<Authority> {
  const keys = await makeKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    ...validityFrom(now),
    name: authorityName,
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { keys, certificate };
}

/** The extensions that RFC 5280 section 4.2.1 requires for a certificate that is not an authority. */
async function leafExtensions(
  x509: X509,
  hosts: readonly string[],
  { publicKey }: webcrypto.CryptoKeyPair,
  authority: Authority,
) {
  return [
    new x509.BasicConstraintsExtension(false, undefined, true),
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
    new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
    new x509.SubjectAlternativeNameExtension(
      hosts.map((host) => ({ type: isIP(host) ? 'ip' : 'dns', value: host })),
    ),
    await x509.SubjectKeyIdentifierExtension.create(publicKey),
    await x509.AuthorityKeyIdentifierExtension.create(authority.keys.publicKey),
  ];
}

function makeKeys(extractable?: 'extractable'): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(algorithm, extractable !== undefined, ['sign', 'verify']);
}

/**
 * A validity that begins an hour ago, for clients whose clock is slow, and a positive serial number (RFC 5280 section
 * 4.1.2.2).
 */
function validityFrom(now: number) {
  return {
    serialNumber: `01${randomBytes(15).toString('hex')}`,
    notBefore: new Date(now - oneDay / 24),
    notAfter: new Date(now + validDays * oneDay),
  };
}
