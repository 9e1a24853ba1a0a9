import { nodeVersion } from './node-version.ts';
import { explainInstall, installCommands, type PackageSource } from './package/package-source.ts';

/** Of a pull request only the newest commit is checked. */
export const workflowConcurrency = `# Of a pull request only the newest commit matters.
concurrency:
  group: \${{ github.workflow }}-\${{ github.ref }}
  cancel-in-progress: \${{ github.event_name == 'pull_request' }}
`;

/** Actions that are not pinned to a commit could be changed by their owners. */
const checkoutAction = 'actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2';
const setupNodeAction = 'actions/setup-node@48b55a011bda9f5d6aeb4c2d9c7362e8dae4041e # v6.4.0';

/** The steps up to an installed program; `from` precedes the names of actions, and is empty for those of GitHub. */
export function renderInstall(source: PackageSource, from: string): string {
  const install = installCommands(source, '"$RUNNER_TEMP/gatewright"').join('\n          ');
  return `      - uses: ${from}${checkoutAction}
        with:
          fetch-depth: 0 # a plan begins at the commit at which a branch left
          persist-credentials: false

      - uses: ${from}${setupNodeAction}
        with:
          node-version: ${nodeVersion}
          package-manager-cache: false

      # ${explainInstall(source, 'pull request')}
      - name: Install gatewright
        id: install
        run: |
          ${install}
          echo "$RUNNER_TEMP/gatewright/node_modules/.bin" >> "$GITHUB_PATH"
`;
}

/** The step that lints; `formats` are options of `gatewright lint`. */
export function renderLint(config: string, formats: string): string {
  return `      - name: Lint
        id: lint
        run: gatewright lint${config} --no-cache ${formats} --format "json=$RUNNER_TEMP/lint.json"
`;
}

/** The step that plans, unless the workflow runs for a push; `base` are lines that set the variable BASE. */
export function renderPlan(config: string, base: string, format: string): string {
  return `      - name: Plan
        id: plan
        if: \${{ !cancelled() && steps.install.outcome == 'success' && github.event_name != 'push' }}
        env:
${base}
        run: gatewright plan${config} --no-cache --deployment all --base "$BASE" --lint "$RUNNER_TEMP/lint.json" --format ${format} --format "markdown=$RUNNER_TEMP/plan.md"
`;
}

/** The step that comments; `elsewhere` is where else the plan is. */
export function renderComment(elsewhere: string): string {
  return `      # For a fork the token may not comment: then the plan is in the ${elsewhere} alone.
      - name: Comment
        if: \${{ !cancelled() && steps.plan.outcome != 'skipped' && github.event.pull_request }}
        continue-on-error: true
        env:
          GITHUB_TOKEN: \${{ github.token }}
        run: gatewright comment "$RUNNER_TEMP/plan.md"
`;
}
