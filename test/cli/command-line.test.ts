import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { full } from '../full-run.ts';
import { callGatewright } from './call-gatewright.ts';
import { main, runGatewright } from './run-gatewright.ts';
import { temporaryFolder } from './temporary-folder.ts';

const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };

const help = `gatewright: an API management gateway whose source of truth is a git repository.

Usage
  gatewright COMMAND [OPTIONS]

Commands
  init                    Create a starter repository: a gateway, an API and an
                          application.
  add api                 Declare an API from its OpenAPI document.
  add application         Declare an application.
  add subscription        Subscribe an application to an API.
  keys generate           Generate a consumer key and secret for an application.
  keys rotate             Replace a consumer secret or the signing key, step by step.
  keys list               List the consumer keys of all applications and the signing keys.
  token                   Get an access token from a running gateway.
  users add               Declare a user who logs in with a password.
  users password          Change the password of a declared user.
  users disable           Disable a declared user and revoke all sessions and tokens.
  users enable            Enable a disabled user.
  users list              List the declared users.
  lint                    Check all declarations against the design rules.
  observe                 Compare the traffic of a service with its OpenAPI document.
  plan                    Show what a branch would change, who is affected, and whether it
                          is allowed.
  report                  Print a scorecard of all APIs.
  explain                 Explain what a rule requires and why, with examples.
  compile                 Compile all declarations into one route table.
  export envoy            Write the configuration of Envoy for all declarations.
  export envoy-bootstrap  Print the configuration that an Envoy starts with to follow a
                          control plane.
  run                     Run the gateway and reload it when declarations change.
  status                  Compare a running gateway with a commit.
  grants list             List the grants of users to applications in a running gateway.
  grants revoke           Revoke grants of users to applications in a running gateway.
  state backup            Back up the state of a gateway, even while it runs, to a new
                          folder.
  state restore           Restore the state of a stopped gateway from a backup.
  comment                 Publish a plan as a comment on the pull request of a pipeline.
  completion              Print the completion of command lines for bash, zsh or fish.
  lsp                     Run the language server: editors show lint findings while you
                          type.

Options
  --help     Show this help, or the help of a command.
  --version  Show the version.

Start with \`gatewright init\`. \`gatewright COMMAND --help\` shows the options of a command.
`;

const compileHelp = `Compile all declarations into one route table.

Runs the checks of \`gatewright lint\` and, if there are no errors, writes the route table
that the gateway runs: canonical JSON, so that equal declarations give equal bytes.
\`gatewright run --table FILE\` runs it; with --verify, the gateway accepts only signed
tables.

Usage
  gatewright compile [OPTIONS]

Options
  --config FILE        The configuration file, at the root of all declarations. Default:
                       gateway.config.yaml.
  --deployment NAME    The deployment, as named in the configuration. Default: production.
  --out FILE           Where to write the table. Default: standard output.
  --sign FILE          Sign the table with this private key, Ed25519 or P-256 in PEM; the
                       signature is written to FILE.jws next to --out.
  --sign-env VARIABLE  Sign the table with the private key in this environment variable.
  --help               Show this help.

Examples
  # writes the table of the production deployment
  gatewright compile --out table.json
  # writes the table of another deployment
  gatewright compile --deployment qa > qa.json
  # also writes table.json.jws, the signature that \`gatewright run --verify\` checks
  gatewright compile --out table.json --sign table-key.pem

Exit codes
  0  compiled
  1  the declarations have errors
  2  the command could not run
`;

const addHelp = `Usage
  gatewright add COMMAND [OPTIONS]

Commands
  add api           Declare an API from its OpenAPI document.
  add application   Declare an application.
  add subscription  Subscribe an application to an API.

\`gatewright add COMMAND --help\` shows the options of a command.
`;

describe.concurrent('what is asked of gatewright itself', () => {
  test.each([
    [['--version'], `${version}\n`],
    [['-V'], `${version}\n`],
    [['-v'], `${version}\n`],
    [['help', '--help'], help],
    [['add', '--help'], addHelp],
    [['add', '-h'], addHelp],
    [['help', 'add'], addHelp],
    [[], help],
    [['--help'], help],
    [['help'], help],
    [['compile', '--help'], compileHelp],
    [['compile', '--out', 'x', '-h'], compileHelp],
    [['help', 'compile'], compileHelp],
  ])('%j is answered on standard output', async (words, stdout) => {
    expect(await callGatewright(process.cwd(), words)).toEqual({ code: 0, stdout, stderr: '' });
  });

  test('help shows required options and positional arguments in the usage', async () => {
    const { stdout } = await callGatewright(process.cwd(), ['help', 'add', 'application']);
    expect(stdout).toContain('\n  gatewright add application NAME --type TYPE --owner OWNER [OPTIONS]\n');
    expect(stdout).toContain('\nArguments\n  NAME  the name that subscriptions will use\n');
  });
});

describe.concurrent('what cannot be run is said in a line or two, with exit code 2', () => {
  test.each([
    [['lin'], 'Unknown command lin.', 'Did you mean `lint`?'],
    [['frobnicate'], 'Unknown command frobnicate.', '`gatewright --help` lists the commands.'],
    [['help', 'complie'], 'Unknown command complie.', 'Did you mean `compile`?'],
    [
      ['add'],
      'add needs a subcommand: add api, add application, add subscription.',
      '`gatewright add --help` describes them.',
    ],
    [['add', 'aplication'], 'Unknown command add aplication.', 'Did you mean `add application`?'],
    [
      ['keys', 'drop'],
      'Unknown command keys drop.',
      'The subcommands are keys generate, keys rotate, keys list.',
    ],
    [
      ['--config', 'x'],
      'gatewright has no option --config.',
      'Options follow the command: gatewright lint --config FILE.',
    ],
    [['lint', '--confg', 'x'], 'gatewright lint has no option --confg.', 'Did you mean `--config`?'],
    [
      ['lint', '-x'],
      'gatewright lint has no option -x.',
      '`gatewright lint --help` lists its arguments and options.',
    ],
    [
      ['lint', '--config'],
      '--config needs a value: --config FILE.',
      '`gatewright lint --help` lists its arguments and options.',
    ],
    [
      ['lint', '--config='],
      '--config needs a value: --config FILE.',
      '`gatewright lint --help` lists its arguments and options.',
    ],
    [
      ['lint', '--config', '--format'],
      '--config needs a value.',
      'Write a value that begins with a hyphen as --config=--format.',
    ],
    [['lint', 'extra'], 'extra does not exist.', undefined],
    [['lint', '--format', 'jsn'], 'Unknown format "jsn".', 'Did you mean `json`?'],
    [['lint', '--max-warnings', '-1'], '--max-warnings takes a whole number from 0 up, not "-1".', undefined],
    [
      ['lint', '--config', '-x'],
      '--config needs a value.',
      'Write a value that begins with a hyphen as --config=-x.',
    ],
    [
      ['lint', '--max-warnings=many'],
      '--max-warnings takes a whole number from 0 up, not "many".',
      undefined,
    ],
    [
      ['run', '--help=yes'],
      '--help takes no value.',
      '`gatewright run --help` lists its arguments and options.',
    ],
    [
      ['run', '--plain-http=yes'],
      '--plain-http takes no value.',
      '`gatewright run --help` lists its arguments and options.',
    ],
    [
      ['keys', 'generate'],
      'The option --application NAME is missing.',
      '`gatewright keys generate --help` lists its arguments and options.',
    ],
    [
      ['add', 'application', '--type', 'web', '--owner', 'x'],
      'The argument NAME is missing: the name that subscriptions will use.',
      '`gatewright add application --help` lists its arguments and options.',
    ],
  ])('%j', async (words, message, advice) => {
    await using folder = await temporaryFolder();
    const stderr = `error: ${message}\n${advice === undefined ? '' : `help: ${advice}\n`}`;
    expect(await callGatewright(folder.path, words)).toEqual({ code: 2, stdout: '', stderr });
  });

  test.each([['abc'], ['65536'], ['1.5']])('--port %s', async (port) => {
    await using folder = await temporaryFolder();
    expect(await callGatewright(folder.path, ['run', '--port', port])).toEqual({
      code: 2,
      stdout: '',
      stderr: `error: --port takes a whole number from 0 to 65535, not "${port}".\n`,
    });
  });
});

test.skipIf(!existsSync('/dev/full'))('output that cannot be written is an error with a reason', () => {
  const script = 'exec "$0" "$1" explain > /dev/full';
  const { status, stderr } = spawnSync('sh', ['-c', script, process.execPath, main], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: 'error: Standard output cannot be written: the disk is full.\n',
  });
});

describe.concurrent('the configuration', () => {
  test.each([
    ['lint'],
    ['compile'],
    ['run'],
    ['keys', 'generate', '--application', 'A'],
    ['add', 'subscription', '--application', 'A', '--api', 'B/v1', '--tier', 'c'],
  ])('%s %s in an empty folder points to init', async (...words) => {
    await using folder = await temporaryFolder({});
    expect(await callGatewright(folder.path, words)).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'error: The configuration gateway.config.yaml does not exist.\n' +
        'help: Write one with `gatewright init`, or name one with --config FILE.\n',
    });
  });

  test('--config of a folder names the file in it', async () => {
    await using folder = await temporaryFolder();
    expect(await callGatewright(folder.path, ['lint', '--config', 'apis'])).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'error: apis is a folder, not a configuration.\n' +
        'help: Name the file in it: --config apis/gateway.config.yaml.\n',
    });
  });

  test('--config of a device is refused', async () => {
    expect(await callGatewright(process.cwd(), ['lint', '--config', '/dev/null'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'error: /dev/null is not a file.\n',
    });
  });

  test('an unknown deployment is answered with those that there are', async () => {
    await using folder = await temporaryFolder();
    expect(await callGatewright(folder.path, ['lint', '--deployment', 'prodction'])).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'error: gateway.config.yaml has no deployment "prodction".\n' +
        'help: Did you mean `production`? Deployments are production, qa.\n',
    });
  });
});

describe.concurrent('the process', () => {
  test('colours follow FORCE_COLOR', async () => {
    const { stderr } = await runGatewright('.', ['lin'], { FORCE_COLOR: '1' });
    expect(stderr).toBe(
      '\u001B[31m\u001B[1merror:\u001B[22m\u001B[39m Unknown command lin.\n\u001B[1mhelp:\u001B[22m Did you mean `lint`?\n',
    );
  });

  test('a reader that closes the pipe does not cause a crash', async () => {
    const child = spawn(process.execPath, [main, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    let stderr = '';
    child.stderr.on('data', (chunk) => (stderr += String(chunk)));
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });
});

test('npm run gatewright works on the folder that it is called from', full, async () => {
  await using folder = await temporaryFolder();
  const env = { npm_lifecycle_event: 'gatewright', INIT_CWD: folder.path };
  const { stdout } = await runGatewright('/', ['lint'], env);
  expect(stdout).toBe(
    'No problems found: 1 API, 1 application, 1 subscription, 1 tier, and 1 user in 7 files.\n',
  );
});
