import type { Addition } from './addition.ts';
import { type Checkout, configArguments } from './checkout.ts';

/** The hook that refuses a commit whose staged files have errors; if gatewright is not installed, npx brings it. */
export function addPreCommitHook(checkout: Checkout, version: string): Addition {
  const words = `lint${configArguments(checkout)} --staged`;
  const text = `#!/bin/sh
# Refuses a commit with errors: looks at what is staged, as it is staged.
# Written by \`gatewright init --hook\`, and yours to change. To switch it on, once in each clone:
#   git config core.hooksPath .githooks
if command -v gatewright >/dev/null 2>&1; then
  exec gatewright ${words}
fi
exec npx --yes gatewright@${version} ${words}
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
