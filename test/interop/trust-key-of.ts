import { createHash } from 'node:crypto';
import { connect } from 'node:tls';

/** The argument by which Chromium trusts the public key that a server shows. */
export function trustKeyOf(url: string): Promise<string> {
  return new Promise((done, failed) => {
    const options = { host: '127.0.0.1', port: Number(new URL(url).port), rejectUnauthorized: false };
    const socket = connect(options, () => {
      const key = socket.getPeerX509Certificate()?.publicKey.export({ type: 'spki', format: 'der' });
      socket.destroy();
      const digest = createHash('sha256').update(key ?? '');
      done(`--ignore-certificate-errors-spki-list=${digest.digest('base64')}`);
    }).on('error', failed);
  });
}
