import type { Addition } from './addition.ts';
import { type Checkout, configArguments } from './checkout.ts';
import { fillTemplate } from './fill-template.ts';
import { nodeVersion } from './node-version.ts';
import { explainInstall, installCommands, type PackageSource } from './package/package-source.ts';

const jobsFile = '.gitlab/gatewright.yml';

/**
 * The pipeline for GitLab, which installs this program: its jobs are in their own file, which .gitlab-ci.yml includes.
 * `existing` is the text of the current .gitlab-ci.yml.
 */
export function addGitlabPipeline(
  checkout: Checkout,
  source: PackageSource,
  existing: string | undefined,
): Addition {
  const config = configArguments(checkout);
  const isIncluded = existing === undefined || existing.includes(jobsFile);
  return {
    files: [
      { path: '.gitlab-ci.yml', text: includeJobs },
      { path: jobsFile, text: renderJobs(config, source), command: `gatewright lint${config}` },
    ],
    advice: [
      ...(isIncluded ? [] : [`Add \`- local: ${jobsFile}\` to \`include\` in .gitlab-ci.yml.`]),
      `To show plans on merge requests, give the pipeline a token; ${jobsFile} explains how.`,
    ],
  };
}

const includeJobs = `include:
  - local: ${jobsFile}
`;

function renderJobs(config: string, source: PackageSource): string {
  return fillTemplate('gitlab.yml', {
    config,
    node: nodeVersion,
    explanation: explainInstall(source, 'merge request'),
    install: installCommands(source, '"$GATEWRIGHT_FOLDER"').join('\n'),
  });
}
