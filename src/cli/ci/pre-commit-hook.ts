import type { Addition } from './addition.ts';
import { type Checkout, configArguments } from './checkout.ts';

/** The hook that refuses a commit whose staged files have errors. It runs what is installed, and never downloads anything. */
export function addPreCommitHook(checkout: Checkout): Addition {
  const words = `lint${configArguments(checkout)} --staged`;
  const text = `#!/bin/sh
# Refuses a commit with errors: looks at what is staged, as it is staged.
# Written by \`gatewright init --hook\`, and yours to change. To switch it on, once in each clone:
#   git config core.hooksPath .githooks
if [ -x node_modules/.bin/gatewright ]; then
  exec node_modules/.bin/gatewright ${words}
fi
if command -v gatewright >/dev/null 2>&1; then
  exec gatewright ${words}
fi
echo 'gatewright is not installed, so the commit was not checked: install it, or commit with --no-verify.' >&2
exit 1
`;
  const hook = {
    path: '.githooks/pre-commit',
    text,
    isExecutable: true,
    command: `gatewright ${words}`,
  } as const;
  return {
    files: [hook, { path: '.githooks/.gitattributes', text: unixLines }],
    advice: ['Enable the hook once in each clone: `git config core.hooksPath .githooks`.'],
  };
}

/** Git for Windows checks files out with line breaks that no shell takes. */
const unixLines = '* text eol=lf\n';
