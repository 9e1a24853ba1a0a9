import { join, resolve } from 'node:path';
import type { EnvoyControlPlane, EnvoySettings } from '#serve/served/control-plane-settings.ts';
import { CommandError } from '../command-error.ts';
import type { CommandArguments, CommandOption } from '../command.ts';
import { checkAccepted } from './accepted-deviations.ts';
import { parseHostAndPort } from './host-and-port.ts';
import { parseAuthzUrl, parseServiceUrl } from './service-url.ts';

/** The options of `gatewright run` for serving Envoys. */
export const controlPlaneOptions = {
  'control-plane': {
    type: 'text',
    placeholder: 'HOST:PORT',
    summary: 'Also serve the route table to Envoys, which poll this address over mutual TLS.',
  },
  'control-plane-tls': {
    type: 'text',
    placeholder: 'DIR',
    summary:
      'With --control-plane: the folder of its tls.crt and tls.key, and of the ca.crt that issues the certificates of Envoys.',
  },
  'envoy-listen': {
    type: 'text',
    placeholder: 'HOST:PORT',
    summary:
      'With --control-plane: where Envoys accept calls. Default: as declared for the listener of the deployment.',
  },
  'envoy-plain-http': {
    type: 'flag',
    summary: 'With --control-plane: Envoys listen without TLS, for a proxy in front of them that ends it.',
  },
  'envoy-authorities': {
    type: 'text',
    placeholder: 'FILE',
    summary:
      'With --control-plane: the certificate authorities that Envoys trust, in PEM, on their machines. Default: /etc/ssl/certs/ca-certificates.crt.',
  },
  'envoy-secrets-dir': {
    type: 'text',
    placeholder: 'DIR',
    summary:
      'With --control-plane: the folder that secret files are relative to, on the machines of Envoys. Default: /run/secrets/gatewright.',
  },
  'envoy-key-manager': {
    type: 'text',
    placeholder: 'URL',
    summary:
      'With --control-plane: another key manager, from which Envoys fetch the keys. Default: they get those of the gateway.',
  },
  'envoy-authz': {
    type: 'text',
    placeholder: 'URL',
    summary:
      'With --control-plane: the endpoint of a gateway that checks what Envoys cannot, such as https://gateway.example.edu:8245/authz. Default: none.',
  },
  accept: {
    type: 'list',
    placeholder: 'DEVIATION',
    summary: 'With --control-plane: publish tables although Envoy deviates in this way.',
  },
} as const satisfies Record<string, CommandOption>;

const defaultAuthorities = '/etc/ssl/certs/ca-certificates.crt';
const defaultSecretsFolder = '/run/secrets/gatewright';

/**
 * The options of the control plane; undefined without `--control-plane`. Throws a CommandError if an option is invalid.
 */
export function readControlPlaneOptions(args: CommandArguments, cwd: string): EnvoyControlPlane | undefined {
  const address = args.text('control-plane');
  if (address === undefined) {
    refuseOthers(args);
    return undefined;
  }
  const folder = args.text('control-plane-tls');
  if (folder === undefined)
    throw new CommandError(
      '--control-plane needs --control-plane-tls.',
      'Set it to a folder with tls.crt, tls.key, and the ca.crt that issues the certificates of Envoys.',
    );
  const fileIn = (name: string) => join(resolve(cwd, folder), name);
  const files = {
    certificate: fileIn('tls.crt'),
    key: fileIn('tls.key'),
    clientAuthorities: fileIn('ca.crt'),
  };
  return { ...parseHostAndPort(address, 'control-plane'), files, envoy: readEnvoy(args) };
}

function refuseOthers(args: CommandArguments): void {
  for (const [name, { type }] of Object.entries(controlPlaneOptions))
    if (type === 'flag' ? args.flag(name) : args.list(name).length > 0)
      throw new CommandError(`--${name} is for --control-plane.`);
}

function readEnvoy(args: CommandArguments): EnvoySettings {
  const [listen, keyManager, authz] = [
    args.text('envoy-listen'),
    args.text('envoy-key-manager'),
    args.text('envoy-authz'),
  ];
  const accepted = args.list('accept');
  checkAccepted(accepted);
  return {
    ...(listen !== undefined && { listen: parseHostAndPort(listen, 'envoy-listen') }),
    tls: args.flag('envoy-plain-http') ? 'off' : 'declared',
    ...(keyManager !== undefined && { keyManager: { url: parseServiceUrl(keyManager) } }),
    ...(authz !== undefined && { authz: { url: parseAuthzUrl(authz) } }),
    folder: args.text('envoy-secrets-dir') ?? defaultSecretsFolder,
    authorities: args.text('envoy-authorities') ?? defaultAuthorities,
    accepted,
  };
}
