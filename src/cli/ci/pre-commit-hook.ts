import { quoteForShell } from '../project/paths.ts';
import type { Addition } from './addition.ts';
import { type Checkout, configArguments } from './checkout.ts';

/**
 * The hook that refuses a commit whose staged files have errors, and prints what they change. What is forbidden is up to
 * the pipeline, since only there the whole branch is compared. The hook runs what is installed, and never downloads anything.
 */
export function addPreCommitHook(checkout: Checkout): Addition {
  const config = configArguments(checkout);
  const lint = `lint${config} --staged`;
  // The commit exists when this is read, and a path after --config begins at the root.
  const where = config === '' ? '' : ', at the root of the clone';
  const show = `gatewright plan${config} --base HEAD~1 --head HEAD --deployment all`;
  const text = `#!/bin/sh
# Checks the staged files: refuses a commit with errors, and prints what it changes.
# Written by \`gatewright init --hook\`, and yours to change. To switch it on, once in each clone:
#   git config core.hooksPath .githooks
${findInstalled(checkout)}
gatewright() {
  "$program" "$@"
}

gatewright ${lint} || exit
gatewright plan${config} --staged --deployment all --format summary
case $? in
  0) ;;
  1) echo ${quoteForShell(`To see why, and what to do${where}: ${show}`)} >&2 ;;
  130) exit 130 ;;
  *) echo 'No plan could be made, so the hook does not know what the commit changes. Lint passes.' >&2 ;;
esac
exit 0
`;
  const hook = {
    path: '.githooks/pre-commit',
    text,
    isExecutable: true,
    command: `gatewright ${lint}`,
  } as const;
  return {
    files: [hook, { path: '.githooks/.gitattributes', text: unixLines }],
    advice: ['Enable the hook once in each clone: `git config core.hooksPath .githooks`.'],
  };
}

/** What is installed beside the configuration comes first, then what is installed at the root of the clone. */
function findInstalled({ prefix }: Checkout): string {
  const folders = prefix === '' ? [''] : [prefix, ''];
  const programs = folders.map((folder) => quoteForShell(`${folder}node_modules/.bin/gatewright`));
  const installed = programs.map((program) => `[ -x ${program} ]; then\n  program=./${program}`);
  return `if ${installed.join('\nelif ')}
elif ! program=$(command -v gatewright); then
  echo 'gatewright is not installed, so the commit was not checked: install it, or commit with --no-verify.' >&2
  exit 1
fi`;
}

/** Git for Windows checks files out with line breaks that no shell takes. */
const unixLines = '* text eol=lf\n';
