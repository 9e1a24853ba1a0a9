// What npm does after an installation, in plain JavaScript, since npm may run it with an old Node.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';

// The C++ headers that come with Node take 67 MB, and nothing is compiled against them.
const platforms = 'node_modules/node/node_modules';
for (const name of existsSync(platforms) ? readdirSync(platforms) : []) {
  rmSync(`${platforms}/${name}/include`, { recursive: true, force: true });
}

// After `npm ci` a checkout runs from its sources, and `npm pack` builds. Installing from git, which runs `npm install`, needs
// the build.
if (process.env.npm_command !== 'ci' && existsSync('node_modules/.bin/tsc')) {
  process.exitCode = spawnSync('npm run --silent build', { shell: true, stdio: 'inherit' }).status ?? 1;
}
