import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadWorkspace, type Project } from '../project/project.ts';
import type { Addition } from './addition.ts';
import type { Checkout } from './checkout.ts';
import { addCodeOwners, codeOwnersFiles } from './code-owners.ts';
import { addGiteaWorkflow } from './gitea-workflow.ts';
import { addGithubWorkflow } from './github-workflow.ts';
import { addGitlabPipeline } from './gitlab-pipeline.ts';
import { findOwnPackage } from './package/find-own-package.ts';
import type { PackageSource } from './package/package-source.ts';
import { readPackageSource } from './package/read-package-source.ts';
import { addPreCommitHook } from './pre-commit-hook.ts';

/** The hosts that `gatewright init --ci` has a pipeline for. */
export type PipelineHost = 'github' | 'gitlab' | 'gitea';

/** What `gatewright init` should add to a repository. */
export interface RequestedAdditions {
  readonly ci?: {
    readonly host: PipelineHost;
    /** Where the pipeline installs this program from, as it was given; default: where this copy was installed from. */
    readonly package?: string;
  };
  readonly hook: boolean;
  readonly codeOwners: boolean;
}

/**
 * The requested additions, adapted to a clone and a project in it; `cwd` is the folder in which they were requested. Throws a
 * CommandError if a pipeline cannot install this program.
 */
export async function findAdditions(
  { ci, hook, codeOwners }: RequestedAdditions,
  checkout: Checkout,
  project: Project,
  cwd: string,
): Promise<readonly Addition[]> {
  return [
    ...(ci ? [await addPipeline(ci, checkout, cwd)] : []),
    ...(hook ? [addPreCommitHook(checkout)] : []),
    ...(codeOwners ? [await proposeCodeOwners(checkout, project)] : []),
  ];
}

type RequestedPipeline = Exclude<RequestedAdditions['ci'], undefined>;

async function addPipeline(ci: RequestedPipeline, checkout: Checkout, cwd: string): Promise<Addition> {
  const { root } = checkout;
  const source: PackageSource =
    ci.package === undefined ? await findOwnPackage(root) : await readPackageSource(ci.package, root, cwd);
  if (ci.host === 'github') return addGithubWorkflow(checkout, source);
  if (ci.host === 'gitea') return addGiteaWorkflow(checkout, source);
  return addGitlabPipeline(checkout, source, await readGitlabPipeline(root));
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
