import { placeOf, type Place } from '#source/place.ts';
import type { DeploymentDeclaration } from '#compiler/kinds/gateway/declaration.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editGateway } from '#compiler/rule/example-edits.ts';
import {
  adminDefaults,
  externalAuthorizationDefaults,
  listenerDefaults,
} from '#compiled/settings/gateway-settings.ts';
import type { Finding } from '#compiler/workspace/finding.ts';

function editPorts(settings: string) {
  return [editGateway('  qa:', `${settings}\n  qa:`)];
}

export const deploymentPortsDiffer = defineRule({
  name: 'deployment-ports-differ',
  section: '4',
  severity: 'error',
  group: 'integrity',
  summary: 'The listeners of a deployment use different ports.',
  why: 'Two listeners cannot share a port, so the gateway would not start.',
  examples: [
    {
      title: 'Two ports',
      edits: editPorts('    listener: { port: 443 }\n    admin: { port: 444 }'),
      findings: [],
    },
    {
      title: 'One port for both',
      edits: editPorts('    listener: { port: 443 }\n    admin: { port: 443 }'),
      findings: ['gateway.config.yaml:8:20 The deployment production listens twice on port 443.'],
    },
    {
      title: 'One port for calls and for proxies that ask about them',
      edits: editPorts('    externalAuthorization: { port: 8243 }'),
      findings: ['gateway.config.yaml:7:36 The deployment production listens twice on port 8243.'],
    },
  ],
  check: {
    gateway: ({ value, place }, { report }) => {
      for (const [name, deployment] of Object.entries(value.deployments)) {
        const finding = checkPorts(name, deployment, placeOf(place, 'deployments', name));
        if (finding) report(finding);
      }
    },
  },
});

function checkPorts(name: string, deployment: DeploymentDeclaration, place: Place): Finding | undefined {
  const ports = listPorts(deployment);
  const second = ports.findIndex(
    ({ port }, index) => port !== 0 && ports.slice(0, index).some((other) => other.port === port),
  );
  const found = ports[second];
  if (!found) return undefined;
  const { port, listener, isDeclared } = found;
  const at = isDeclared ? listener : ports.find((other) => other.port === port)?.listener;
  return {
    at: placeOf(place, at ?? listener, 'port'),
    message: `The deployment ${name} listens twice on port ${port}.`,
    help: `Give \`listener\`, \`admin\` and \`externalAuthorization\` different ports; the defaults are ${listenerDefaults.port}, ${adminDefaults.port} and ${externalAuthorizationDefaults.port}.`,
  };
}

function listPorts({ listener, admin, externalAuthorization }: DeploymentDeclaration) {
  const of = (name: string, declared: { readonly port?: number } | undefined, otherwise: number) => ({
    listener: name,
    port: declared?.port ?? otherwise,
    isDeclared: declared?.port !== undefined,
  });
  return [
    of('listener', listener, listenerDefaults.port),
    of('admin', admin, adminDefaults.port),
    ...(externalAuthorization
      ? [of('externalAuthorization', externalAuthorization, externalAuthorizationDefaults.port)]
      : []),
  ];
}
