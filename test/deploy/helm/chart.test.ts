// @module-tag full
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { isInstalled } from '../is-installed.ts';
import { chartFolder, kubernetesVersions, renderChart } from './render-chart.ts';

const run = promisify(execFile);
const valuesFiles = globSync('*.yaml', { cwd: join(import.meta.dirname, 'values') }).toSorted();
const valuesOf = (name: string) => join(import.meta.dirname, 'values', name);
const renderedOf = (name: string) => join(import.meta.dirname, 'rendered', name);
const envoySecrets =
  'dataPlane=envoy secrets.controlPlane=control-plane-tls secrets.envoyNode=envoy-tls secrets.envoy=envoy-files';
const withoutHelm = !isInstalled('helm');

describe.skipIf(withoutHelm)('the chart (skipped without helm)', () => {
  test.each(valuesFiles)('renders %s as expected', async (name) => {
    await expect(await renderChart('--values', valuesOf(name))).toMatchFileSnapshot(renderedOf(name));
  });

  test.each(valuesFiles)('has nothing that helm lint reports with %s', async (name) => {
    const words = ['lint', '--strict', '--quiet', chartFolder, `--kube-version=${kubernetesVersions[1]}`];
    const { stdout } = await run('helm', [...words, '--values', valuesOf(name)]);
    expect(stdout.trim()).toBe('');
  });

  test.each(contradictions())('refuses %s', async (words, sentence) => {
    const failure = renderChart(
      '--values',
      valuesOf('built-in.yaml'),
      ...words.split(' ').flatMap((word) => ['--set', word]),
    );
    await expect(failure).rejects.toThrow(sentence);
  });
});

/** Values that contradict those of `built-in.yaml`, and what is said of them. */
function contradictions(): readonly (readonly [words: string, sentence: string])[] {
  return [
    ['image.repository=', 'Set image.repository to your image of Gatewright, built from deploy/Dockerfile.'],
    [
      'secrets.gatewright=',
      'Set secrets.gatewright to the name of the Secret whose files the declarations name by fromFile.',
    ],
    [
      'source.git.url=',
      'Set source.git.url, or source.table.url and source.table.verify, to where the declarations come from.',
    ],
    [
      'source.table.url=https://tables.example.edu/table.json',
      'source.git.url and source.table.url are both set: a gateway has one source.',
    ],
    [
      'source.git.url= source.table.url=https://tables.example.edu/table.json',
      'Set source.table.verify to the file of the Secret with the public keys of the table: without them, any table would be served.',
    ],
    [
      'source.table.verify=table-keys.pem',
      'source.table.verify has no effect on source.git: commits are not signed tables.',
    ],
    [
      'source.git.url=https://token@git.example.edu/gateway.git',
      'source.git.url contains credentials, which everyone who can read the release would see: put them into the Secret as .netrc.',
    ],
    [
      'source.git.url=ssh://git:secret@git.example.edu/gateway.git',
      'source.git.url contains credentials, which everyone who can read the release would see: put them into the Secret as .netrc.',
    ],
    [
      'source.git.url= source.table.url=https://name:secret@tables.example.edu/table.json source.table.verify=keys.pem',
      'source.table.url contains credentials, which everyone who can read the release would see: let the server of the table answer the pods of Gatewright without them.',
    ],
    [
      'autoscaling.enabled=true autoscaling.minReplicas=11',
      'autoscaling.minReplicas is greater than autoscaling.maxReplicas.',
    ],
    [
      'autoscaling.enabled=true gatewright.resources.requests=null',
      'Set the cpu in gatewright.resources.requests: autoscaling compares the load with it.',
    ],
    [
      'metrics.enabled=true',
      'Name the pods of Prometheus in metrics.from: the NetworkPolicy denies all others, and the admin listener has no authentication.',
    ],
    [
      'networkPolicy.redis.to=null',
      'Several pods of Gatewright share their state through Redis: name its pods or addresses in networkPolicy.redis.to, or set gatewright.replicas to 1 without autoscaling.',
    ],
    [
      'dataPlane=envoy secrets.controlPlane=control-plane-tls secrets.envoyNode=envoy-tls',
      'Set secrets.envoy to the name of a Secret: dataPlane envoy needs it.',
    ],
    [
      `${envoySecrets} secrets.envoy=gatewright-files`,
      'secrets.envoy and secrets.gatewright are the same Secret: Envoy must not have the key that signs tokens.',
    ],
    [
      'secrets.envoyNode=envoy-tls',
      'secrets.envoyNode has no effect on dataPlane built-in: set dataPlane to envoy, or omit it.',
    ],
    [
      `${envoySecrets} autoscaling.enabled=true envoy.resources.requests=null`,
      'Set the cpu in envoy.resources.requests: autoscaling compares the load with it.',
    ],
    ['authz.from[0].ipBlock.cidr=10.5.0.0/16', 'authz.from has no effect without authz.enabled.'],
    [
      'authz.enabled=true',
      'Name the proxies that may ask in authz.from: the NetworkPolicy denies all others.',
    ],
    ['gatewright.secret=abc', "additional properties 'secret' not allowed"],
    ['dataPlane=nginx', "value must be one of 'built-in', 'envoy'"],
  ];
}

test('the chart supports the versions of Kubernetes that its resources are checked with', async () => {
  const { kubeVersion } = parse(await readFile(join(chartFolder, 'Chart.yaml'), 'utf8')) as {
    readonly kubeVersion: string;
  };
  expect(kubeVersion).toBe(`>=${kubernetesVersions[0]}-0`);
});

test('the values of the chart satisfy its schema, which describes each of them', async () => {
  const schema = JSON.parse(await readFile(join(chartFolder, 'values.schema.json'), 'utf8')) as object;
  const values: unknown = parse(await readFile(join(chartFolder, 'values.yaml'), 'utf8'));
  const ajv = new Ajv2020({ strict: false });
  const satisfies = ajv.compile(schema);
  satisfies(values);
  expect(satisfies.errors).toBeNull();
});

describe.skipIf(!isInstalled('kubernetes-validate'))(
  'the rendered resources (skipped without kubernetes-validate)',
  () => {
    test.each(valuesFiles)('of %s have only fields that Kubernetes knows', async (name) => {
      for (const version of kubernetesVersions) {
        const words = ['--strict', '--quiet', '--kubernetes-version', version, renderedOf(name)];
        expect(await run('kubernetes-validate', words)).toEqual({ stdout: '', stderr: '' });
      }
    });
  },
);
