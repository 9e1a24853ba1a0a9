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

/** The pipeline for GitHub, which installs this program. */
export function addGithubWorkflow(checkout: Checkout, source: PackageSource): Addition {
  const config = configArguments(checkout);
  const branches = checkout.branches.map((branch) => JSON.stringify(branch)).join(', ');
  const text = renderWorkflow(config, branches, source);
  const file = { path: '.github/workflows/gatewright.yml', text, command: `gatewright lint${config}` };
  return { files: [file], advice: [] };
}

const baseOfPlan = `          # A merge queue names the commit that it merges into.
          BASE: \${{ github.event.merge_group.base_sha || format('origin/{0}', github.base_ref) }}`;

function renderWorkflow(config: string, branches: string, source: PackageSource): string {
  return `# Checks every pull request, and shows in a comment what it would do and to whom.
# Written by \`gatewright init --ci github\`, and yours to change.
name: gatewright

on:
  pull_request:
  merge_group:
  push:
    branches: [${branches}]

${workflowConcurrency}
permissions: {}

jobs:
  gatewright:
    runs-on: ubuntu-latest
    timeout-minutes: 15
    permissions:
      contents: read
      pull-requests: write # the comment
      security-events: write # the upload of findings
      actions: read # the same, in a private repository
    steps:
${renderInstall(source, '')}
${renderLint(config, '--format github --format "sarif=$RUNNER_TEMP/gatewright.sarif"')}
${renderPlan(config, baseOfPlan, 'github')}
      # A private repository takes findings only with GitHub Code Security; without it, take this step out.
      - name: Upload what lint found
        if: \${{ !cancelled() && steps.lint.outcome != 'skipped' }}
        continue-on-error: true
        uses: github/codeql-action/upload-sarif@c10b8064de6f491fea524254123dbe5e09572f13 # v4.35.1
        with:
          sarif_file: \${{ runner.temp }}/gatewright.sarif
          category: gatewright

${renderComment('summary of the job')}`;
}
