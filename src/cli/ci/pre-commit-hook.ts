import { quoteForShell } from '../project/paths.ts';
import type { Addition } from './addition.ts';
import { type Checkout, configArguments } from './checkout.ts';

/** The hook that refuses a commit whose staged files have errors. It runs what is installed, and never downloads anything. */
export function addPreCommitHook(checkout: Checkout): Addition {
  const words = `lint${configArguments(checkout)} --staged`;
  const text = `#!/bin/sh
# Refuses a commit with errors: looks at what is staged, as it is staged.
# Written by \`gatewright init --hook\`, and yours to change. To switch it on, once in each clone:
#   git config core.hooksPath .githooks
${runInstalled(checkout, words)}
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

/** What is installed beside the configuration comes first, then what is installed at the root of the clone. */
function runInstalled({ prefix }: Checkout, words: string): string {
  const folders = prefix === '' ? [''] : [prefix, ''];
  const programs = folders.map((folder) => quoteForShell(`${folder}node_modules/.bin/gatewright`));
  return programs.map((program) => `if [ -x ${program} ]; then\n  exec ${program} ${words}\nfi`).join('\n');
}

/** Git for Windows checks files out with line breaks that no shell takes. */
const unixLines = '* text eol=lf\n';
