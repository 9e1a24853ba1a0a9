import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseCommandArguments } from '#cli/arguments/parse-command-arguments.ts';
import { CommandArguments } from '#cli/command.ts';
import { runCommand } from '#cli/commands/run.ts';
import { readControlPlaneOptions } from '#cli/envoy/control-plane-options.ts';
import { readResources, type Resource } from './render-chart.ts';

interface Labelled {
  readonly matchLabels: Readonly<Record<string, string>>;
}

interface Container {
  readonly name: string;
  readonly image: string;
  readonly args: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly securityContext: unknown;
  readonly volumeMounts: readonly { readonly name: string; readonly readOnly?: boolean }[];
  readonly startupProbe: Probe;
  readonly readinessProbe: Probe;
  readonly livenessProbe: Probe;
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
  readonly periodSeconds: number;
  readonly failureThreshold?: number;
}

interface Pod {
  readonly serviceAccountName: string;
  readonly automountServiceAccountToken: boolean;
  readonly securityContext: unknown;
  readonly terminationGracePeriodSeconds: number;
  readonly containers: readonly Container[];
  readonly topologySpreadConstraints: readonly { readonly labelSelector: Labelled }[];
  readonly volumes: readonly {
    readonly name: string;
    readonly secret?: unknown;
    readonly emptyDir?: unknown;
  }[];
}

interface Template {
  readonly metadata: { readonly labels: Readonly<Record<string, string>> };
  readonly spec: Pod;
}

interface Rule {
  readonly ports?: readonly { readonly port: string | number }[];
}

const folder = join(import.meta.dirname, 'rendered');
const rendered = globSync('*.yaml', { cwd: folder }).toSorted();
const read = (name: string) => readResources(readFileSync(join(folder, name), 'utf8'));
const fits = (labels: Readonly<Record<string, string>>, selector: Readonly<Record<string, string>>) =>
  Object.entries(selector).every(([key, value]) => labels[key] === value);

describe.each(rendered)('the resources of %s', (name) => {
  const resources = read(name);
  const all = (kind: string) => resources.filter((resource) => resource.kind === kind);
  const templates = all('Deployment').map(({ spec }) => spec['template'] as Template);
  const containers = templates.flatMap(({ spec }) => spec.containers);
  /** The one deployment whose pods a selector finds. */
  const selected = (selector: Readonly<Record<string, string>>): Template => {
    const found = templates.filter(({ metadata }) => fits(metadata.labels, selector));
    expect(found).toHaveLength(1);
    return found[0] as Template;
  };
  const portsOf = ({ spec }: Template) =>
    spec.containers.flatMap(({ ports }) => ports.map((port) => port.name));

  test('may do nothing but what they need', () => {
    for (const { spec } of templates) {
      expect(spec).toMatchObject({
        serviceAccountName: 'gatewright',
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        securityContext: {
          runAsNonRoot: true,
          runAsUser: 1000,
          runAsGroup: 1000,
          fsGroup: 1000,
          seccompProfile: { type: 'RuntimeDefault' },
        },
      });
    }
    const security = {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    };
    expect(containers.map(({ securityContext }) => securityContext)).toEqual(containers.map(() => security));
    expect(all('ServiceAccount')).toMatchObject([{ automountServiceAccountToken: false }]);
  });

  test('have secrets only as mounted files, and no table in a ConfigMap', () => {
    expect(all('Secret')).toEqual([]);
    const env = containers.flatMap((container) => container.env ?? []);
    expect(env.filter(({ name: variable }) => /SECRET|PASSWORD|TOKEN|KEY/.test(variable))).toEqual([]);
    expect(JSON.stringify(containers)).not.toMatch(/secretKeyRef|secretRef|configMapRef|configMapKeyRef/);
    for (const { spec } of templates) {
      const secrets = spec.volumes.filter(({ secret }) => secret).map((volume) => volume.name);
      expect(secrets).not.toEqual([]);
      const mounts = spec.containers.flatMap(({ volumeMounts }) => volumeMounts);
      for (const secret of secrets)
        expect(mounts.filter((mount) => mount.name === secret && mount.readOnly === true)).toHaveLength(1);
    }
    const files = all('ConfigMap').flatMap(({ data }) => Object.keys(data ?? {}));
    expect(files).toEqual(name === 'envoy.yaml' ? ['bootstrap.yaml', 'node.yaml', 'authorities.yaml'] : []);
  });

  test('select the pods that they are about, and the ports that those have', () => {
    for (const { spec } of all('Deployment')) selected((spec['selector'] as Labelled).matchLabels);
    for (const { spec } of templates)
      for (const { labelSelector } of spec.topologySpreadConstraints) selected(labelSelector.matchLabels);
    for (const { spec } of all('Service')) {
      const ports = (spec['ports'] as readonly { readonly targetPort: string }[]).map(
        (port) => port.targetPort,
      );
      expect(portsOf(selected(spec['selector'] as Readonly<Record<string, string>>))).toEqual(
        expect.arrayContaining(ports),
      );
    }
    const names = all('Deployment').map(({ metadata }) => metadata.name);
    const budgets = all('PodDisruptionBudget');
    for (const { spec } of budgets) selected((spec['selector'] as Labelled).matchLabels);
    expect(budgets.map(({ metadata }) => metadata.name)).toEqual(expect.arrayContaining(names));
    for (const { spec } of all('HorizontalPodAutoscaler')) {
      const target = spec['scaleTargetRef'] as { readonly name: string };
      const [deployment] = all('Deployment').filter(({ metadata }) => metadata.name === target.name);
      // Else every upgrade of the release would undo what the autoscaler has done.
      expect(deployment?.spec).not.toHaveProperty('replicas');
    }
  });

  test('deny every connection that no rule of the pods allows', () => {
    const policies = all('NetworkPolicy');
    expect(policies).toHaveLength(templates.length);
    for (const { spec } of policies) {
      expect(spec['policyTypes']).toEqual(['Ingress', 'Egress']);
      const ports = portsOf(selected((spec['podSelector'] as Labelled).matchLabels));
      const ingress = spec['ingress'] as readonly Rule[];
      const egress = spec['egress'] as readonly Rule[];
      // A rule without ports allows all of them.
      expect([...ingress, ...egress].filter((rule) => (rule.ports ?? []).length === 0)).toEqual([]);
      const open = ingress.flatMap((rule) => rule.ports ?? []).map(({ port }) => port);
      expect(ports).toEqual(expect.arrayContaining(open));
    }
  });

  test('run Gatewright with options that it has', () => {
    const [gatewright] = containers.filter((container) => container.name === 'gatewright');
    const [command, ...words] = gatewright?.args ?? [];
    expect(command).toBe('run');
    const args = parseCommandArguments(runCommand, words);
    expect(args).toBeInstanceOf(CommandArguments);
    const envoys = readControlPlaneOptions(args, '/');
    expect(envoys !== undefined).toBe(name === 'envoy.yaml');
  });

  test('give a pod the time to stop, and take it out of service before it takes no more calls', () => {
    for (const { spec } of templates) {
      for (const container of spec.containers) {
        const { periodSeconds, failureThreshold = 3 } = container.readinessProbe;
        const drain = drainSecondsOf(container);
        expect(drain).toBeGreaterThan(periodSeconds * failureThreshold);
        expect(spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(drain + 20);
      }
    }
  });

  test('give a first table the time that it may take', () => {
    for (const { startupProbe } of containers)
      expect(startupProbe.periodSeconds * (startupProbe.failureThreshold ?? 3)).toBeGreaterThan(630);
  });
});

/** How long a container answers calls after it was told to stop. */
function drainSecondsOf({ args, ...container }: Container): number {
  const commands = [...args, JSON.stringify(container)].join(' ');
  return Number(/--drain-seconds=(\d+)|sleep (\d+)/.exec(commands)?.slice(1).find(Boolean));
}

test('the resources of one release have names of their own', () => {
  for (const name of rendered) {
    const ids = read(name).map(({ kind, metadata }: Resource) => `${kind}/${metadata.name}`);
    expect(ids).toEqual([...new Set(ids)]);
  }
});
