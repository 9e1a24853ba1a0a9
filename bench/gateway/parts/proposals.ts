import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { request } from 'undici';
import { hashArgon2id } from '../../../src/runtime/identity/argon2id.ts';
import { median } from '../../lint/measure.ts';
import type { Bench } from '../bench.ts';
import { gatewayProgram, makeProject, type Project } from '../project.ts';
import { note, say } from '../report.ts';
import { anyCertificate, startServer } from '../server-process.ts';
import { signIn } from '../sign-in.ts';

/** Of a list, in milliseconds. */
const mostOfList = 300;
const proposals = 10_000;
/** Those of the person who looks at the lists. */
const own = 20;
const visits = 10;
/** After this time, in milliseconds, a list is read anew. */
const sharedMs = 3500;
const branches = 'refs/heads/proposals/';
const password = 'correct horse battery staple';

/** The whole visit of the lists of proposals, with many open proposals in the repository. */
export async function measureProposals(bench: Bench): Promise<void> {
  await using started = new AsyncDisposableStack();
  const project = await makeProject(bench, 'proposals', { apis: 10, operations: 10, subscriptions: 100 });
  await addProposals(project);
  const program = await gatewayProgram(bench, 'proposals', project);
  const { origin } = started.adopt(await startServer(program), ({ stop }) => stop());
  say(`\nThe lists of proposals, of which ${proposals} are open`);
  const cookie = await signIn(origin, 'ada', password);
  for (const path of ['/store/proposals', '/store/publisher']) {
    const first = await visit(origin, path, cookie);
    note({ name: `first visit of ${path}`, figure: first, unit: 'ms' });
    const times: number[] = [];
    for (let nth = 0; nth < visits; nth += 1) {
      await sleep(sharedMs);
      times.push(await visit(origin, path, cookie));
    }
    note({ name: `median of ${path}`, figure: median(times), unit: 'ms', most: mostOfList });
    note({ name: `slowest of ${path}`, figure: Math.max(...times), unit: 'ms' });
  }
}

/** In milliseconds, to the end of the page. */
async function visit(origin: string, path: string, cookie: string): Promise<number> {
  const start = performance.now();
  const answer = await request(origin + path, {
    dispatcher: anyCertificate,
    headers: { cookie, 'sec-fetch-dest': 'document' },
  });
  const page = await answer.body.text();
  if (answer.statusCode !== 200 || !page.includes('application_'))
    throw new Error(`${path} answers ${answer.statusCode} without a proposal.`);
  return performance.now() - start;
}

/** Makes the project a repository with a remote, in which every proposal has a branch. */
async function addProposals({ folder, repository }: Project): Promise<void> {
  const remote = `${folder}.git`;
  const [api] = repository.apis;
  if (!api) throw new Error('The project has no API.');
  appendFileSync(join(folder, 'gateway.config.yaml'), `store: { proposals: { remote: '${remote}' } }\n`);
  writeFileSync(
    join(folder, 'applications/ada.yaml'),
    `kind: User\nname: ada\npasswordDigest: ${await hashArgon2id(password)}\n`,
  );
  const declaration = join(folder, api.folder, 'api.yaml');
  await git(folder, 'init', '--quiet', '--initial-branch=main');
  await promisify(execFile)('sed', ['-i', 's/^owner: .*/owner: ada/', declaration]);
  await git(folder, 'add', '--all');
  await git(folder, 'commit', '--quiet', '--message=Everything');
  await importBranches(folder, `${api.name}/${api.version}`);
  await git(folder, 'clone', '--quiet', '--mirror', folder, remote);
  await git(folder, 'gc', '--quiet');
}

/** Writes a branch for each proposal: a subscription to the API. */
async function importBranches(folder: string, api: string): Promise<void> {
  const at = Math.floor(Date.now() / 1000);
  const commits = Array.from({ length: proposals }, (_, nth) => {
    const person = nth < own ? 'ada' : `person-${nth}`;
    const message = `Subscribe application_${nth} to ${api}

Proposed-By: user:${person}
Gatewright-Subject: subscription application_${nth} ${api}
Gatewright-Plan-Digest: sha256:${nth.toString(16).padStart(64, '0')}
`;
    const file = `kind: Subscription\napplication: application_${nth}\napi: ${api}\ntier: gold\n`;
    return `commit ${branches}${person}/subscription-${nth}
author ${person} <${person}@example.edu> ${at} +0000
committer Gatewright <gatewright@example.edu> ${at} +0000
data ${Buffer.byteLength(message)}
${message}
from refs/heads/main
M 100644 inline subscriptions/${nth}.yaml
data ${Buffer.byteLength(file)}
${file}
`;
  });
  const child = spawn('git', ['-C', folder, 'fast-import', '--quiet'], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  child.stdin.end(commits.join(''));
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`git fast-import ended with ${code}.`);
  const { stdout } = await promisify(execFile)('git', ['-C', folder, 'for-each-ref', '--format=x', branches]);
  const count = stdout.split('\n').length - 1;
  if (count !== proposals) throw new Error(`The repository has ${count} of ${proposals} branches.`);
}

async function git(folder: string, ...words: readonly string[]): Promise<void> {
  const person = ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.edu'];
  await promisify(execFile)('git', ['-C', folder, ...person, ...words]);
}
