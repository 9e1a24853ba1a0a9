import type { Addition } from './addition.ts';
import { type Checkout, configArguments } from './checkout.ts';
import type { PackageSource } from './package/package-source.ts';
import {
  renderComment,
  renderInstall,
  renderLint,
  renderPlan,
  workflowConcurrency,
} from './workflow-parts.ts';

/** The pipeline for Gitea and Forgejo, which installs this program. */
export function addGiteaWorkflow(checkout: Checkout, source: PackageSource): Addition {
  const config = configArguments(checkout);
  const branches = checkout.branches.map((branch) => JSON.stringify(branch)).join(', ');
  const text = renderWorkflow(config, branches, source);
  return {
    files: [{ path: '.gitea/workflows/gatewright.yml', text, command: `gatewright lint${config}` }],
    advice: [
      'Gitea reads `.gitea/workflows` in place of `.github/workflows`: move other workflows there too.',
    ],
  };
}

/** By its address, since an instance can take actions without one from another host. */
const github = 'https://github.com/';

/** Gitea has no merge queue, no annotations and no code scanning. */
function renderWorkflow(config: string, branches: string, source: PackageSource): string {
  return `# Checks every pull request, and shows in a comment what it would do and to whom.
# Written by \`gatewright init --ci gitea\`, and yours to change.
name: gatewright

on:
  pull_request:
  push:
    branches: [${branches}]

${workflowConcurrency}
jobs:
  gatewright:
    runs-on: ubuntu-latest
    permissions:
      contents: read
      pull-requests: write # the comment
    steps:
${renderInstall(source, github)}
${renderLint(config, '--format human')}
${renderPlan(config, '          BASE: origin/${{ github.base_ref }}', 'human')}
${renderComment('log of the job')}`;
}
