import { type Checkout, configArguments } from './checkout.ts';
import { nodeVersion } from './node-version.ts';
import { explainInstall, installCommands, type PackageSource } from './package/package-source.ts';

/** Pinned to a commit, since the owner of an action can move its tags. */
const checkoutAction = 'actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2';
const setupNodeAction = 'actions/setup-node@48b55a011bda9f5d6aeb4c2d9c7362e8dae4041e # v6.4.0';

/** The template values of GitHub and Gitea workflows; `from` is the prefix of action names, and is empty for GitHub. */
export function workflowValues(
  checkout: Checkout,
  source: PackageSource,
  from: string,
): Readonly<Record<string, string>> {
  return {
    config: configArguments(checkout),
    branches: checkout.branches.map((branch) => JSON.stringify(branch)).join(', '),
    checkout: from + checkoutAction,
    'setup-node': from + setupNodeAction,
    node: nodeVersion,
    explanation: explainInstall(source, 'pull request'),
    install: installCommands(source, '"$RUNNER_TEMP/gatewright"').join('\n'),
  };
}
