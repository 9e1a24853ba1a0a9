import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadWorkspace, type Project } from '../project/project.ts';
import { readVersion } from '../read-version.ts';
import type { Addition } from './addition.ts';
import type { Checkout } from './checkout.ts';
import { addCodeOwners, codeOwnersFiles } from './code-owners.ts';
import { addGithubWorkflow } from './github-workflow.ts';
import { addGitlabPipeline } from './gitlab-pipeline.ts';
import { addPreCommitHook } from './pre-commit-hook.ts';

/** What `gatewright init` should add to a repository. */
export interface RequestedAdditions {
  readonly ci?: 'github' | 'gitlab';
  readonly hook: boolean;
  readonly codeOwners: boolean;
}

/** The requested additions, adapted to a clone and a project in it. */
export async function findAdditions(
  { ci, hook, codeOwners }: RequestedAdditions,
  checkout: Checkout,
  project: Project,
): Promise<readonly Addition[]> {
  const version = await readVersion();
  const { root } = checkout;
  return [
    ...(ci === 'github' ? [addGithubWorkflow(checkout, version)] : []),
    ...(ci === 'gitlab' ? [addGitlabPipeline(checkout, version, await readGitlabPipeline(root))] : []),
    ...(hook ? [addPreCommitHook(checkout, version)] : []),
    ...(codeOwners ? [await proposeCodeOwners(checkout, project)] : []),
  ];
}

function readGitlabPipeline(root: string): Promise<string | undefined> {
  return readFile(join(root, '.gitlab-ci.yml'), 'utf8').catch(() => undefined);
}

async function proposeCodeOwners(checkout: Checkout, project: Project): Promise<Addition> {
  return addCodeOwners(checkout, await loadWorkspace(project), await findCodeOwners(checkout.root));
}

/** The host reads only one of these files, so a second one could hide the first. */
async function findCodeOwners(root: string): Promise<string | undefined> {
  for (const file of codeOwnersFiles) {
    const exists = await access(join(root, file)).then(
      () => true,
      () => false,
    );
    if (exists) return file;
  }
  return undefined;
}
