import { existsSync, readFileSync } from 'node:fs';

/*
 * Old versions of Node read this folder too, so it is written in ECMAScript 2020, and imports nothing that they lack.
 * It knows where the code is: in the sources of a checkout, and otherwise in the built package.
 */
const root = new URL('../', import.meta.url);
const isCheckout = existsSync(new URL('src/cli/main.ts', root)) && !root.pathname.includes('/node_modules/');

/** The URL of a module by its path in the sources, without its ending: `cli/main`. */
export function locateModule(path) {
  return new URL(isCheckout ? `src/${path}.ts` : `dist/${path}.js`, root);
}

/** Why this copy cannot run, in one sentence; undefined if it can. */
export function findProblem() {
  return explainOldNode(process.versions.node) || explainMissingCode();
}

function explainOldNode(version) {
  const { engines } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
  const needed = engines.node.replace('>=', '');
  if (!isOlder(version, needed)) return undefined;
  return `gatewright needs Node ${needed} or later, and this is Node ${version}: install a newer Node.`;
}

function isOlder(version, needed) {
  const [major, minor] = version.split('.').map(Number);
  const [neededMajor, neededMinor] = needed.split('.').map(Number);
  return major < neededMajor || (major === neededMajor && minor < neededMinor);
}

function explainMissingCode() {
  if (existsSync(locateModule('cli/main'))) return undefined;
  return 'This copy of gatewright was not built, since it was installed from git without running scripts: install it again without --ignore-scripts, or from a packed tarball.';
}
