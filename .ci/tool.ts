// Runs one of the programs of `tools/package.json` at the root of the checkout: node .ci/tool.ts oxlint --type-aware
import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { installPackages } from './install-packages.ts';

const tools = join(import.meta.dirname, 'tools');
const [program = '', ...words] = process.argv.slice(2);
installPackages(tools);
const path = [join(tools, 'node_modules/.bin'), process.env['PATH']].join(delimiter);
const env = { ...process.env, PATH: path };
process.exitCode = spawnSync(program, words, { env, stdio: 'inherit' }).status ?? 1;
