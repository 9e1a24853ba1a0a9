import { quoteForShell } from '../project/paths.ts';
import type { Addition } from './addition.ts';
import { type Checkout, configArguments } from './checkout.ts';
import { fillTemplate } from './fill-template.ts';

/**
 * The hook that refuses a commit whose staged files have errors, and prints what the commit changes. Forbidden changes
 * are left to the pipeline, which compares the whole branch. The hook runs the installed program, and never downloads
 * anything.
 */
export function addPreCommitHook(checkout: Checkout): Addition {
  const config = configArguments(checkout);
  const lint = `lint${config} --staged`;
  // Users read this advice after the commit, hence HEAD~1 and HEAD. A path after --config is relative to the root.
  const where = config === '' ? '' : ', at the root of the clone';
  const show = `gatewright plan${config} --base HEAD~1 --head HEAD --deployment all`;
  const text = fillTemplate('pre-commit', {
    config,
    lint,
    'find-installed': findInstalled(checkout),
    'how-to-see-why': quoteForShell(`To see why, and what to do${where}: ${show}`),
  });
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

/** Packages installed next to the configuration come first, then those at the root of the clone. */
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

/** Git for Windows checks files out with CRLF line breaks, which shells do not accept. */
const unixLines = '* text eol=lf\n';
