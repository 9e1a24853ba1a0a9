import type { Addition } from './addition.ts';
import { type Checkout, configArguments } from './checkout.ts';
import { nodeVersion } from './node-version.ts';
import { explainInstall, installCommands, type PackageSource } from './package/package-source.ts';

/** The pipeline for GitHub, which installs this program. */
export function addGithubWorkflow(checkout: Checkout, source: PackageSource): Addition {
  const config = configArguments(checkout);
  const branches = checkout.branches.map((branch) => JSON.stringify(branch)).join(', ');
  const text = renderWorkflow(config, branches, source);
  const file = { path: '.github/workflows/gatewright.yml', text, command: `gatewright lint${config}` };
  return { files: [file], advice: [] };
}

function renderWorkflow(config: string, branches: string, source: PackageSource): string {
  const install = installCommands(source, '"$RUNNER_TEMP/gatewright"').join('\n          ');
  return `# Checks every pull request, and shows in a comment what it would do and to whom.
# Written by \`gatewright init --ci github\`, and yours to change.
name: gatewright

on:
  pull_request:
  merge_group:
  push:
    branches: [${branches}]

# Of a pull request only the newest commit matters.
concurrency:
  group: \${{ github.workflow }}-\${{ github.ref }}
  cancel-in-progress: \${{ github.event_name == 'pull_request' }}

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
      - uses: actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2
        with:
          fetch-depth: 0 # a plan begins at the commit at which a branch left
          persist-credentials: false

      - uses: actions/setup-node@48b55a011bda9f5d6aeb4c2d9c7362e8dae4041e # v6.4.0
        with:
          node-version: ${nodeVersion}
          package-manager-cache: false

      # ${explainInstall(source, 'pull request')}
      - name: Install gatewright
        id: install
        run: |
          ${install}
          echo "$RUNNER_TEMP/gatewright/node_modules/.bin" >> "$GITHUB_PATH"

      - name: Lint
        id: lint
        run: gatewright lint${config} --no-cache --format github --format "sarif=$RUNNER_TEMP/gatewright.sarif" --format "json=$RUNNER_TEMP/lint.json"

      - name: Plan
        id: plan
        if: \${{ !cancelled() && steps.install.outcome == 'success' && github.event_name != 'push' }}
        env:
          # A merge queue names the commit that it merges into.
          BASE: \${{ github.event.merge_group.base_sha || format('origin/{0}', github.base_ref) }}
        run: gatewright plan${config} --no-cache --deployment all --base "$BASE" --lint "$RUNNER_TEMP/lint.json" --format github --format "markdown=$RUNNER_TEMP/plan.md"

      # A private repository takes findings only with GitHub Code Security; without it, take this step out.
      - name: Upload what lint found
        if: \${{ !cancelled() && steps.lint.outcome != 'skipped' }}
        continue-on-error: true
        uses: github/codeql-action/upload-sarif@c10b8064de6f491fea524254123dbe5e09572f13 # v4.35.1
        with:
          sarif_file: \${{ runner.temp }}/gatewright.sarif
          category: gatewright

      # For a fork the token may not comment: then the plan is in the summary of the job alone.
      - name: Comment
        if: \${{ !cancelled() && steps.plan.outcome != 'skipped' && github.event.pull_request }}
        continue-on-error: true
        env:
          GITHUB_TOKEN: \${{ github.token }}
        run: gatewright comment "$RUNNER_TEMP/plan.md"
`;
}
