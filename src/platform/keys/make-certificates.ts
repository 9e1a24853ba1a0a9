import type * as X509Module from '@peculiar/x509';
import { KeyObject, randomBytes, webcrypto } from 'node:crypto';
import { isIP } from 'node:net';

/** Certificates that the gateway has generated, in PEM. */
export interface MadeCertificates {
  /** The certificate that clients must trust. Its key is not kept, so that it vouches for this one certificate only. */
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

/** No public authority may certify for longer, and some clients refuse longer validity. */
const validDays = 397;

/** Makes an authority, and a certificate for the host names and IP addresses given, valid from `now` on. */
export async function makeCertificates(hosts: readonly string[], now: number): Promise<MadeCertificates> {
  // Both are slow to load, and needed on the first run only; the second one needs the first one.
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

/** The requirements of RFC 5280 section 4.2.1 for a certificate that is not an authority. */
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

/** From an hour back, for clients whose clock is slow. The serial number is positive (RFC 5280 section 4.1.2.2). */
function validityFrom(now: number) {
  return {
    serialNumber: `01${randomBytes(15).toString('hex')}`,
    notBefore: new Date(now - oneDay / 24),
    notAfter: new Date(now + validDays * oneDay),
  };
}
