import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';

/** A document, written where each program expects it: by itself for the peers, as an API for Gatewright. */
export interface BenchDocument {
  readonly title: string;
  readonly file: string;
  /** A repository of Gatewright whose one API has the document. */
  readonly project: string;
}

export const configuration = `kind: Gateway
format: 1
organisation: Benchmark
deployments:
  production: { gatewayUrl: https://gateway.example.edu }
`;

/** An API of a name, which has a document next to the declaration. */
export function apiDeclaration(name: string, file: string): string {
  const lower = name.toLowerCase();
  return `kind: Api
name: ${name}
context: /${lower}
version: v1
state: published
owner: bench
definition: ./${file}
endpoints:
  production: { url: https://${lower}.internal.example.edu }
`;
}

/** Copies the documents of the benchmark from a folder of public ones; GitHub's is written as YAML too. */
export function prepareDocuments(corpus: string, folder: string): readonly BenchDocument[] {
  const github = join(corpus, 'github.com__api.github.com.json');
  const yaml = join(folder, 'github.yaml');
  writeFileSync(yaml, stringify(JSON.parse(readFileSync(github, 'utf8')), { aliasDuplicateObjects: false }));
  return [
    prepare('GitHub, 5.7 MB of JSON', github, 'github.json', folder),
    prepare('Kubernetes, 4.4 MB of JSON', join(corpus, 'kubernetes.io.json'), 'kubernetes.json', folder),
    prepare('GitHub, 8.8 MB of YAML', yaml, 'github.yaml', folder),
  ];
}

function prepare(title: string, source: string, name: string, folder: string): BenchDocument {
  const project = join(folder, `project-${name}`);
  const apiFolder = join(project, 'apis/measured/v1');
  mkdirSync(apiFolder, { recursive: true });
  writeFileSync(join(project, 'gateway.config.yaml'), configuration);
  writeFileSync(join(apiFolder, 'api.yaml'), apiDeclaration('Measured', name));
  cpSync(source, join(apiFolder, name));
  return { title, file: join(apiFolder, name), project };
}
