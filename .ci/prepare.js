// Builds after an installation from git or in a checkout. In plain JavaScript, since npm may run it with an old Node.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

// `npm ci --omit=dev` installs no compiler: the program then runs from its sources.
if (existsSync('node_modules/.bin/tsc')) {
  process.exitCode = spawnSync('npm run --silent build', { shell: true, stdio: 'inherit' }).status ?? 1;
}
