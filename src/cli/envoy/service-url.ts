import { CommandError } from '../command-error.ts';

/** The page at which a key manager shows its public keys, which Envoy appends to its URL. */
const keysPage = '/oauth2/jwks';

/** Reads the URL of a key manager, without a slash at its end. Throws a CommandError. */
export function parseServiceUrl(text: string): string {
  const written = checkServiceUrl(text);
  if (!written.endsWith(keysPage)) return written;
  throw new CommandError(
    `${JSON.stringify(text)} is the address of the keys, and not of the key manager.`,
    `Write ${written.slice(0, -keysPage.length)}: Envoy appends ${keysPage}.`,
  );
}

/** Reads the URL of the endpoint for authorization of a gateway, without a slash at its end. Throws a CommandError. */
export function parseAuthzUrl(text: string): string {
  const written = checkServiceUrl(text);
  if (written.endsWith('/authz')) return written;
  throw new CommandError(
    `${JSON.stringify(text)} is not the endpoint for authorization of a gateway, whose path ends with /authz.`,
    `Write ${new URL(written).origin}/authz if that is the listener of externalAuthorization.`,
  );
}

/** Envoy appends a path to it. */
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
