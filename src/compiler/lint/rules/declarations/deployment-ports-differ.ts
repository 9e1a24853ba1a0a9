import { placeOf, type Place } from '../../../../source/place.ts';
import type { DeploymentDeclaration } from '../../../kinds/gateway/declaration.ts';
import { defineRule } from '../../../rule/define-rule.ts';
import { editGateway } from '../../../rule/example-edits.ts';
import { adminDefaults, listenerDefaults } from '../../../../compiled/settings/gateway-settings.ts';
import type { Finding } from '../../../workspace/finding.ts';

function editPorts(settings: string) {
  return [editGateway('  qa:', `${settings}\n  qa:`)];
}

export const deploymentPortsDiffer = defineRule({
  name: 'deployment-ports-differ',
  section: '4',
  severity: 'error',
  group: 'integrity',
  summary: 'The listener and the admin listener of a deployment use different ports.',
  why: 'Two listeners cannot share a port, so the gateway would not start.',
  examples: [
    {
      title: 'Two ports',
      edits: editPorts('    listener: { port: 443 }\n    admin: { port: 444 }'),
      findings: [],
    },
    {
      title: 'Ports that the system chooses',
      edits: editPorts('    listener: { port: 0 }\n    admin: { port: 0 }'),
      findings: [],
    },
    {
      title: 'One port for both',
      edits: editPorts('    listener: { port: 443 }\n    admin: { port: 443 }'),
      findings: ['gateway.config.yaml:8:20 The deployment production listens twice on port 443.'],
    },
    {
      title: 'The default port of the other listener',
      edits: editPorts('    listener: { port: 8244 }'),
      findings: ['gateway.config.yaml:7:23 The deployment production listens twice on port 8244.'],
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

function checkPorts(
  name: string,
  { listener, admin }: DeploymentDeclaration,
  place: Place,
): Finding | undefined {
  const port = listener?.port ?? listenerDefaults.port;
  if (port === 0 || port !== (admin?.port ?? adminDefaults.port)) return undefined;
  return {
    at: placeOf(place, admin?.port === undefined ? 'listener' : 'admin', 'port'),
    message: `The deployment ${name} listens twice on port ${port}.`,
    help: `Give \`listener\` and \`admin\` different ports; the defaults are ${listenerDefaults.port} and ${adminDefaults.port}.`,
  };
}
