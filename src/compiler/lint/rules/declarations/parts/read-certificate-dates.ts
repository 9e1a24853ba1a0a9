import { X509Certificate } from 'node:crypto';

/** The validity period of a certificate, in milliseconds since 1970-01-01T00:00:00Z. */
export interface CertificateDates {
  readonly from: number;
  readonly until: number;
}

/** The dates of every certificate of a PEM text, without unreadable certificates. */
export function readCertificateDates(pem: string): readonly CertificateDates[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  return blocks.flatMap((block) => {
    try {
      const { validFrom, validTo } = new X509Certificate(block);
      return [{ from: Date.parse(validFrom), until: Date.parse(validTo) }];
    } catch {
      // The gateway refuses an unreadable certificate when it starts.
      return [];
    }
  });
}
