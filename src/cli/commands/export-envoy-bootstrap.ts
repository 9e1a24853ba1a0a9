import { bootstrapFromControlPlane } from '#export/envoy/bootstrap/control-plane-bootstrap.ts';
import type { Command, CommandArguments, ExitCode } from '../command.ts';
import { parseHostAndPort } from '../envoy/host-and-port.ts';
import type { Io } from '../io.ts';

const defaultAdmin = '127.0.0.1:9901';

export const exportEnvoyBootstrapCommand: Command = {
  name: 'export envoy-bootstrap',
  summary: 'Print the configuration that an Envoy starts with to follow a control plane.',
  details:
    'Prints the bootstrap of an Envoy in JSON. With it, the Envoy fetches everything else from the control plane ' +
    'that `gatewright run --control-plane` opens, and follows its changes. It contains the paths of files, but no secrets.',
  options: {
    node: {
      type: 'text',
      placeholder: 'NAME',
      summary:
        'The name of the Envoy: a name in its certificate, or such a name followed by a slash and a suffix.',
      required: true,
    },
    'control-plane': {
      type: 'text',
      placeholder: 'HOST:PORT',
      summary: 'The address of the control plane, or of a load balancer in front of several.',
      required: true,
    },
    'server-name': {
      type: 'text',
      placeholder: 'NAME',
      summary: 'A DNS name in the certificate of the control plane. Default: the host of its address.',
    },
    tls: {
      type: 'text',
      placeholder: 'DIR',
      summary:
        'The folder on the machine of the Envoy with its tls.crt and tls.key, and with ca.crt, the authority of the certificate of the control plane.',
      required: true,
    },
    admin: {
      type: 'text',
      placeholder: 'HOST:PORT',
      summary: 'Where the admin interface of Envoy listens.',
      default: defaultAdmin,
    },
  },
  examples: [
    {
      command:
        'gatewright export envoy-bootstrap --node edge-1 --control-plane control.example.edu:18000 --tls /etc/envoy/tls > bootstrap.json',
      does: 'writes the bootstrap of an Envoy',
    },
  ],
  exitCodes: { 0: 'printed', 2: 'an address is not valid' },
  run: printBootstrap,
};

async function printBootstrap(args: CommandArguments, { stdout }: Io): Promise<ExitCode> {
  const controlPlane = parseHostAndPort(args.requiredText('control-plane'), 'control-plane');
  const folder = args.requiredText('tls');
  const bootstrap = bootstrapFromControlPlane({
    node: args.requiredText('node'),
    controlPlane,
    serverName: args.text('server-name') ?? controlPlane.host,
    certificate: `${folder}/tls.crt`,
    key: `${folder}/tls.key`,
    authorities: `${folder}/ca.crt`,
    admin: parseHostAndPort(args.requiredText('admin'), 'admin'),
  });
  await stdout.deliver(`${JSON.stringify(bootstrap, null, 2)}\n`);
  return 0;
}
