import { findBlock } from '../../../docs/shell-blocks.ts';

/** The header of the assertion about the caller that the tests declare. */
export const assertionHeader = 'x-caller';

/** A proxy, and its files as the guide writes them. */
export interface GuideProxy {
  readonly name: 'nginx' | 'haproxy' | 'envoy' | 'caddy';
  /** The first one is the configuration. */
  readonly files: Readonly<Record<string, string>>;
  readonly options: (file: string, folder: string) => readonly string[];
  /** Declared for the endpoint, in YAML. */
  readonly authorization: string;
  /** Whether it sends bodies, and forwards by the path of the answer. */
  readonly sendsBodies: boolean;
  readonly forwardsByPath: boolean;
}

export const guideProxies: readonly GuideProxy[] = [
  {
    name: 'nginx',
    files: { 'nginx.conf': findBlock('docs/authz.md: events {}').text },
    options: (file, folder) => [
      '-c',
      file,
      '-p',
      folder,
      '-e',
      '/dev/null',
      '-g',
      `daemon off; pid ${folder}/pid;`,
    ],
    authorization: '',
    sendsBodies: false,
    forwardsByPath: true,
  },
  {
    name: 'haproxy',
    files: {
      'haproxy.cfg': findBlock('docs/authz.md: global').text,
      'gatewright.lua': findBlock('docs/authz.md: -- gatewright.lua').text,
    },
    options: (file) => ['-db', '-f', file],
    authorization: '',
    sendsBodies: false,
    forwardsByPath: true,
  },
  {
    name: 'envoy',
    files: { 'envoy.yaml': findBlock('docs/authz.md: static_resources:').text },
    options: (file) => ['-c', file, '--concurrency', '1', '-l', 'error', '--use-dynamic-base-id'],
    authorization: 'missingBodies: empty',
    sendsBodies: true,
    forwardsByPath: true,
  },
  {
    name: 'caddy',
    files: { Caddyfile: findBlock('docs/authz.md: {').text },
    options: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
    authorization: '',
    sendsBodies: false,
    forwardsByPath: false,
  },
];

/** The guide's configuration for an API with `callerAssertion`: the header is named wherever the subject is. */
export function passAssertion(proxy: GuideProxy): GuideProxy {
  const files = Object.entries(proxy.files).map(([file, text]) => {
    const added = text.replaceAll(
      /^.*x[-_]gatewright[-_]subject.*\n/gim,
      (line) => line + nameAssertion(line),
    );
    return [file, added] as const;
  });
  return { ...proxy, files: Object.fromEntries(files) };
}

function nameAssertion(line: string): string {
  return line
    .replaceAll('X-Gatewright-Subject', 'X-Caller')
    .replaceAll('x-gatewright-subject', assertionHeader)
    .replaceAll('x_gatewright_subject', 'x_caller')
    .replaceAll('$subject', '$assertion');
}
