import { CommandError } from '../command-error.ts';

/** The path of a key manager's public keys, which Envoy appends to the URL of the key manager. */
const keysPage = '/oauth2/jwks';

/** The URL of a key manager, without a slash at its end. Throws a CommandError if it is invalid. */
export function parseServiceUrl(text: string): string {
  const written = checkServiceUrl(text);
  if (!written.endsWith(keysPage)) return written;
  throw new CommandError(
    `${JSON.stringify(text)} is the address of the keys, and not of the key manager.`,
    `Write ${written.slice(0, -keysPage.length)}: Envoy appends ${keysPage}.`,
  );
}

/**
 * The URL of a gateway's authorization endpoint, without a slash at its end. Throws a CommandError if it is invalid.
 */
export function parseAuthzUrl(text: string): string {
  const written = checkServiceUrl(text);
  if (written.endsWith('/authz')) return written;
  throw new CommandError(
    `${JSON.stringify(text)} is not the endpoint for authorization of a gateway, whose path ends with /authz.`,
    `Write ${new URL(written).origin}/authz if that is the listener of externalAuthorization.`,
  );
}

/** A URL to which Envoy appends a path, without a slash at its end. Throws a CommandError if it is invalid. */
function checkServiceUrl(text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new CommandError(`${JSON.stringify(text)} is not an absolute URL with the scheme http or https.`);
  const written = text.replace(/\/+$/, '');
  if (url.username === '' && url.password === '' && !/[?#]/.test(text)) return written;
  throw new CommandError(
    `${JSON.stringify(text)} contains more than a scheme, a host, a port and a path.`,
    'Omit credentials, the query and the fragment: Envoy appends a path to the URL.',
  );
}
