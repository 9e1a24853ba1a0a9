import { resolve } from 'node:path';
import type { EnvoyOptions } from '#export/envoy/envoy-options.ts';
import type { Refusal } from '#export/envoy/refusal.ts';
import type { Command, CommandArguments, ExitCode } from '../command.ts';
import { checkAccepted } from '../envoy/accepted-deviations.ts';
import { parseHostAndPort } from '../envoy/host-and-port.ts';
import { readPublicKeySet } from '../envoy/public-key-set.ts';
import { parseAuthzUrl, parseServiceUrl } from '../envoy/service-url.ts';
import type { Io } from '../io.ts';
import { buildProject } from '../project/build-project.ts';
import { configOption, deploymentOption, findProject } from '../project/project.ts';
import { renderForHumans } from '../lint/views/human.ts';
import { renderContents } from '../views/render-counts.ts';

export const exportEnvoyCommand: Command = {
  name: 'export envoy',
  summary: 'Write the configuration of Envoy for all declarations.',
  details:
    'Compiles the declarations and writes what Envoy loads to a folder: start it with ' +
    '`envoy -c OUT/bootstrap.json`. A running Envoy takes over each new export by itself. A declaration that ' +
    'Envoy cannot honour is refused, and nothing is written, unless --accept names the deviation.',
  options: {
    ...configOption,
    ...deploymentOption,
    out: {
      type: 'text',
      placeholder: 'DIR',
      summary: 'The folder to write to. It is created if it is missing.',
      required: true,
    },
    jwks: {
      type: 'text',
      placeholder: 'FILE',
      summary:
        'A file with the public keys of the key manager (a JWK Set), which the export contains. Default: Envoy fetches them from keyManagerUrl.',
    },
    'key-manager': {
      type: 'text',
      placeholder: 'URL',
      summary: 'Where Envoy reaches the key manager. Default: keyManagerUrl.',
    },
    authz: {
      type: 'text',
      placeholder: 'URL',
      summary:
        'The endpoint of a gateway that checks what Envoy cannot, such as https://gateway.example.edu:8245/authz. Default: none.',
    },
    listen: {
      type: 'text',
      placeholder: 'HOST:PORT',
      summary: 'Where Envoy listens. Default: as declared for the listener of the deployment.',
    },
    'plain-http': {
      type: 'flag',
      summary: 'Listen without TLS, for a proxy in front of Envoy that ends it.',
    },
    'admin-port': {
      type: 'integer',
      placeholder: 'PORT',
      summary: 'The port of the admin interface of Envoy on this machine. Default: 9901.',
      range: [0, 65_535],
    },
    authorities: {
      type: 'text',
      placeholder: 'FILE',
      summary: 'The certificate authorities that Envoy trusts, in PEM.',
      default: '/etc/ssl/certs/ca-certificates.crt',
    },
    accept: {
      type: 'list',
      placeholder: 'DEVIATION',
      summary: 'Export although Envoy deviates in this way.',
    },
  },
  examples: [
    {
      command: 'gatewright export envoy --out /etc/envoy/gatewright',
      does: 'writes the configuration of the production deployment',
    },
    {
      command: 'gatewright export envoy --out out --accept request_validation',
      does: 'also exports APIs whose requests are to be validated, which Envoy does not do',
    },
  ],
  exitCodes: {
    0: 'exported',
    1: 'the declarations have errors, or Envoy cannot honour them',
    2: 'the command could not run',
  },
  run: exportProject,
};

async function exportProject(args: CommandArguments, io: Io): Promise<ExitCode> {
  checkAccepted(args.list('accept'));
  const project = await findProject(args, io);
  const { diagnostics, sources, compiled } = await buildProject(project, args);
  if (diagnostics.length > 0) {
    const context = { sources, show: project.show, paint: io.stderr.paint };
    io.stderr.write(renderForHumans(diagnostics, context));
  }
  if (!compiled) return 1;
  const { exportEnvoy } = await import('#export/envoy/export-envoy.ts');
  const { writeExport } = await import('../envoy/write-export.ts');
  const folder = resolve(io.cwd, args.requiredText('out'));
  const { gateway } = compiled.manifest;
  const options = await readOptions(args, io, gateway, folder, project.root);
  const { resources, refusals } = exportEnvoy(compiled, options);
  for (const refusal of refusals) io.stderr.write(renderRefusal(refusal, io));
  if (refusals.length > 0) return 1;
  const out = args.requiredText('out');
  const adminPort = args.integer('admin-port') ?? 9901;
  await writeExport({ resources, digest: compiled.digest, out, adminPort }, io);
  io.stderr.write(
    `Exported ${renderContents(compiled.manifest)} for ${compiled.manifest.deployment} to ${out}.\n${compiled.digest}\n`,
  );
  return 0;
}

async function readOptions(
  args: CommandArguments,
  { cwd }: Io,
  { listener, keyManagerUrl }: GatewayAddresses,
  folder: string,
  root: string,
): Promise<EnvoyOptions> {
  const [jwks, authz] = [args.text('jwks'), args.text('authz')];
  return {
    listener: {
      ...(args.text('listen') === undefined
        ? listener
        : parseHostAndPort(args.requiredText('listen'), 'listen')),
      tls: args.flag('plain-http') ? 'off' : 'declared',
    },
    keys:
      jwks === undefined
        ? { keyManager: { url: parseServiceUrl(args.text('key-manager') ?? keyManagerUrl) } }
        : { keySet: await readPublicKeySet(jwks, cwd) },
    ...(authz !== undefined && { authz: { url: parseAuthzUrl(authz) } }),
    discovery: { folder },
    folder: root,
    authorities: resolve(cwd, args.requiredText('authorities')),
    accepted: args.list('accept'),
  };
}

interface GatewayAddresses {
  readonly listener: { readonly host: string; readonly port: number };
  readonly keyManagerUrl: string;
}

function renderRefusal({ deviation, subject, message, help }: Refusal, { stderr }: Io): string {
  return `${stderr.paint(['red', 'bold'], 'error')} ${subject}: ${message} [${deviation}]\n  help: ${help}\n`;
}
