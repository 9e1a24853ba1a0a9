import type { Addition } from './addition.ts';
import { type Checkout, configArguments } from './checkout.ts';
import { nodeVersion } from './node-version.ts';
import { explainInstall, installCommands, type PackageSource } from './package/package-source.ts';

const jobsFile = '.gitlab/gatewright.yml';

/**
 * The pipeline for GitLab, which installs this program: its jobs are in their own file, which
 * .gitlab-ci.yml includes. `existing` is the text of the one that is there already.
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
  const install = installCommands(source, '"$GATEWRIGHT_FOLDER"').join('\n    - ');
  return `# Checks every merge request, and shows on it what it would do and to whom.
# Written by \`gatewright init --ci gitlab\`, and yours to change.
#
# To have the plan shown on the merge request, make an access token of the project with the role Reporter and the scope
# api, and keep it in the CI/CD variable GITLAB_TOKEN: masked, and not protected, since branches are not. Whoever may
# push a branch can read it. Without it the plan is in the log of the job alone.

.gatewright:
  image: node:${nodeVersion}
  variables:
    GIT_DEPTH: 0 # a plan begins at the commit at which a branch left
    # ${explainInstall(source, 'merge request')}
    GATEWRIGHT_FOLDER: /tmp/gatewright-$CI_JOB_ID
  before_script:
    - ${install}
    - export PATH="$GATEWRIGHT_FOLDER/node_modules/.bin:$PATH"

gatewright-lint:
  extends: .gatewright
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
  script:
    # Reports have to be in the checkout; files of their names in it are of the merge request.
    - rm -f gl-code-quality-report.json gatewright-lint.json
    - gatewright lint${config} --no-cache --format human --format gitlab=gl-code-quality-report.json --format json=gatewright-lint.json
  artifacts:
    when: always
    expire_in: 1 day
    paths:
      - gatewright-lint.json # for the plan
    reports:
      codequality: gl-code-quality-report.json

gatewright-plan:
  extends: .gatewright
  needs: [gatewright-lint] # the plan mentions its errors
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
      when: always # also if lint fails
  script:
    # Lint leaves no file in git: one of this name is of the merge request.
    - if git ls-files --error-unmatch gatewright-lint.json >/dev/null 2>&1; then rm gatewright-lint.json; fi
    # A pipeline of merged results compares with the target branch, any other with where the branch left it.
    - BASE="\${CI_MERGE_REQUEST_TARGET_BRANCH_SHA:-$CI_MERGE_REQUEST_DIFF_BASE_SHA}"
    - gatewright plan${config} --no-cache --deployment all --base "$BASE" --lint gatewright-lint.json --format human --format "markdown=$GATEWRIGHT_FOLDER/plan.md"
  after_script:
    - export PATH="$GATEWRIGHT_FOLDER/node_modules/.bin:$PATH"
    - gatewright comment "$GATEWRIGHT_FOLDER/plan.md"
`;
}
