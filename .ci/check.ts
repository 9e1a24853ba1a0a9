// Runs the four checks of `npm run check` to their end, and prints which of them failed.
import { spawnSync } from 'node:child_process';

const checks = ['format', 'lint', 'types', 'dead-code'];
const failed = checks.filter(
  (name) => spawnSync('npm', ['run', '--silent', `check:${name}`], { stdio: 'inherit' }).status !== 0,
);
for (const name of checks) {
  process.stdout.write(`check:${name} ${failed.includes(name) ? 'failed' : 'passed'}\n`);
}
process.exitCode = failed.length === 0 ? 0 : 1;
