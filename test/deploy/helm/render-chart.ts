import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';

const run = promisify(execFile);

export const chartFolder = resolve(import.meta.dirname, '../../../deploy/helm/gatewright');

/** The oldest version of Kubernetes that the chart supports, and the newest that its resources are checked with. */
export const kubernetesVersions = ['1.31.0', '1.37.0'] as const;

/** A resource of Kubernetes, as far as tests read it. */
export interface Resource {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> };
  readonly spec: Readonly<Record<string, unknown>>;
  /** The files of a ConfigMap. */
  readonly data?: Readonly<Record<string, string>>;
}

/** What `helm template` prints with further arguments; rejects with what it says on standard error. */
export async function renderChart(...words: readonly string[]): Promise<string> {
  const { stdout } = await run('helm', [
    'template',
    'gatewright',
    chartFolder,
    '--namespace=gateways',
    `--kube-version=${kubernetesVersions[1]}`,
    ...words,
  ]);
  return stdout;
}

export function readResources(rendered: string): readonly Resource[] {
  return parseAllDocuments(rendered).map((document) => document.toJS() as Resource);
}
