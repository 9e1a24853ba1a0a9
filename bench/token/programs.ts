import { join } from 'node:path';
import type { ServerProgram } from './pinned-server.ts';

const gatewright = join(import.meta.dirname, '../../dist/cli/main.js');
const servers = join(import.meta.dirname, 'servers');

/** The servers that are compared: gateways serve the same project, one of them over TLS. */
export function listPrograms(project: string, against?: string): readonly ServerProgram[] {
  const bare = { words: [join(servers, 'bare.ts')], cwd: project, path: '/token' };
  return [
    { name: 'Gatewright', ...gateway(project, 'state-plain', ['--plain-http']) },
    ...(against === undefined ? [] : [otherCheckout(project, against)]),
    {
      name: 'Gatewright over TLS',
      ...gateway(project, 'state-tls', []),
      caFile: join(project, 'state-tls/tls/ca.pem'),
    },
    { name: 'oidc-provider', words: [join(servers, 'oidc-provider.ts')], cwd: project, path: '/token' },
    { ...bare, name: 'bare route, signing by jose', words: [...bare.words, 'jose'] },
    { ...bare, name: 'bare route, signing by node:crypto', words: [...bare.words, 'node'] },
  ];
}

function otherCheckout(project: string, checkout: string): ServerProgram {
  const program = join(checkout, 'dist/cli/main.js');
  return { name: 'the other checkout', ...gateway(project, 'state-other', ['--plain-http'], program) };
}

function gateway(project: string, stateFolder: string, options: readonly string[], program = gatewright) {
  const ports = ['--port', '0', '--admin-port', '0', '--state-dir', stateFolder];
  // Its address is read from the text.
  const words = [program, 'run', ...ports, '--log-format', 'text', ...options];
  return { words, cwd: project, path: '/token' };
}
