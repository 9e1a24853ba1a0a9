import { execFileSync } from 'node:child_process';

/** Builds the package, and the modules that tests load one by one. Vitest reads them when it looks for what tests import. */
export function buildShipped(): void {
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
  execFileSync(process.execPath, ['.ci/build-modules.ts'], { stdio: 'inherit' });
}
