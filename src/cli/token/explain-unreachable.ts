import { CommandError } from '../command-error.ts';
import { connectionFailure } from '../connection-failure.ts';

/** Why no answer came from a gateway, for who asked it. */
export function explainUnreachable(error: unknown, { origin }: URL): CommandError {
  const { kind, code } = connectionFailure(error);
  if (kind === 'untrusted') {
    return new CommandError(
      `The certificate of ${origin} is not trusted (${code}).`,
      'Name the folder in which the gateway keeps tls/ca.pem with --state-dir, or a file of authorities in NODE_EXTRA_CA_CERTS.',
    );
  }
  if (kind === 'no-tls') {
    const help =
      'Name its address with --url; a gateway that runs with --plain-http has one that begins with http://.';
    return new CommandError(`${origin} does not speak TLS (${code}).`, help);
  }
  return new CommandError(
    `No gateway answers at ${origin} (${code}).`,
    'Start it with `gatewright run`, or name its address with --url where it listens elsewhere.',
  );
}
