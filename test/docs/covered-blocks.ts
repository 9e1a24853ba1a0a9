/** Blocks that `sources.test.ts` runs one after another, each group in a clone of the examples. */
export const ranOnSources: readonly (readonly string[])[] = [
  ['docs/authorization.md: gatewright keys rotate --application CampusPortal'],
  ['docs/deployment.md: openssl genpkey', 'docs/deployment.md: gatewright compile'],
  ['docs/linting.md: gatewright lint'],
  ['docs/planning.md: gatewright plan'],
];

/** Blocks that `gateway.test.ts` runs with `npm start`, in this order in one shell, and what they print. */
export const ranOnGateway: readonly (readonly [block: string, prints: RegExp])[] = [
  ['docs/authorization.md: CA=', /^$/],
  [
    'docs/authorization.md: curl --cacert $CA -u $KEY:$SECRET -d grant_type=client_credentials',
    /"access_token":/,
  ],
  ['docs/validation.md: CA=', /^$/],
  ['docs/authorization.md: curl --cacert $CA -u $KEY:$SECRET -d token=$TOKEN', /"active":true/],
  ['docs/validation.md: curl', /limit[^]*sort[^]*size/],
  ['docs/lifecycle.md: CA=', /deprecation: @/i],
  [
    'docs/deployment.md: curl --cacert .gatewright/tls/ca.pem https://localhost:8243/health',
    /^\{"status":"ready"\}/,
  ],
  ['docs/observability.md: curl', /^gatewright_/m],
  ['docs/cors.md: CA=', /^access-control-allow-origin: https:\/\/catalog\.example\.edu\r?$/im],
];

/** Blocks that another test runs, which it reads from the page or repeats. */
export const ranElsewhere: Readonly<Record<string, string>> = {
  'README.md: npm ci && npm start': 'test/examples/npm-start.test.ts',
  'README.md: gatewright() {': 'test/readme-walk.test.ts',
  'README.md: gatewright init ../my-gateway': 'test/readme-walk.test.ts',
  'README.md: eval "$(gatewright keys': 'test/readme-walk.test.ts',
  'README.md: git switch -c shorter-walks': 'test/reviewer-walk.test.ts',
  'docs/authorization.md: gatewright keys rotate --signing-key': 'test/serve/key-rotation.test.ts',
  'docs/authorization.md: gatewright grants list': 'test/cli/commands/grants.test.ts',
  'docs/authorization.md: gatewright users add': 'test/cli/commands/users-add.test.ts',
  'docs/authorization.md: gatewright users password': 'test/cli/commands/users-password.test.ts',
  'docs/authorization.md: TOKEN=$(gatewright token --application CampusPortal)':
    'test/cli/commands/token.test.ts',
  'docs/ci.md: gatewright init': 'test/cli/commands/init.test.ts',
  'docs/ci.md: git config': 'test/cli/ci/pre-commit-hook.test.ts',
  'docs/ci.md: reports=': 'test/cli/ci/github-workflow.test.ts',
  'docs/deployment.md: gatewright run --source': 'test/cli/commands/run-source.test.ts',
  'docs/deployment.md: gatewright run --table': 'test/cli/commands/signed-table.test.ts',
  'docs/deployment.md: kill -HUP': 'test/cli/commands/run.test.ts',
  'docs/installing.md: npm ci && npm run build:executable': 'test/install/executable.test.ts',
  'docs/reload.md: gatewright status --url http://127.0.0.1:8244': 'test/cli/commands/status.test.ts',
  'docs/reload.md: gatewright run --workers 4': 'test/cli/commands/run.test.ts',
  'docs/reporting.md: gatewright report': 'test/cli/commands/report.test.ts',
  'docs/state.md: gatewright state backup': 'test/cli/commands/state-backup.test.ts',
  'docs/state.md: gatewright state restore': 'test/cli/commands/state-restore.test.ts',
  'docs/store.md: gatewright users add': 'test/cli/commands/users-add.test.ts',
};

/** Blocks that no test runs, and why. */
export const notRun: Readonly<Record<string, string>> = {
  'README.md: npm test': 'It runs the tests.',
  'CONTRIBUTING.md: npm ci': 'It replaces the dependencies with which the tests run; .ci/run begins with it.',
  'CONTRIBUTING.md: export PATH': 'It has no effect of its own; every npm script does the same.',
  'CONTRIBUTING.md: npx vitest': 'It runs tests, of a rule that the reader has just written.',
  'docs/authorization.md: VERIFIER=':
    'Its address is opened in a browser; the native client of test/interop does it all.',
  'docs/authorization.md: curl --cacert $CA -u $KEY:$SECRET -d grant_type=authorization_code':
    'Its code comes from a browser; the clients of test/interop redeem one.',
  'docs/authorization.md: curl --cacert $CA -u $KEY:$SECRET -d grant_type=refresh_token':
    'Its refresh token comes from a browser; the clients of test/interop use one.',
  "docs/authorization.md: tr -d '\\n'": 'It needs an assertion of a SAML identity provider.',
  'docs/authorization.md: read -rs PASSWORD':
    'It needs a terminal, and no example application declares the grant.',
  'docs/authorization.md: TOKEN=$(gatewright token --application CampusPortal --scope':
    'It needs a terminal for the secret.',
  'docs/deployment.md: cat table-key.pub.pem': 'It needs the new key of a second person.',
  'docs/deployment.md: docker': 'It needs Docker; test/deploy reads the Dockerfile.',
  'docs/deployment.md: npm install --global': 'It needs systemd and root; test/deploy reads the unit.',
  'docs/deployment.md: kubectl': 'It needs a cluster; test/deploy reads the manifest.',
  'docs/installing.md: npm ci && npm pack':
    'It replaces the dependencies with which the tests run, and installs for the whole machine; test/install/package.test.ts installs the tarball in a folder.',
  'docs/limits.md: LIMITS_REDIS_URL=': 'It needs a Redis server on another host.',
  'docs/linting.md: curl': 'It fetches from a host of an example.',
  'docs/reload.md: curl': 'It needs digestHeader in the configuration; test/serve covers the header.',
  'docs/reload.md: git fetch': 'It sends mail.',
  'docs/reload.md: kubectl': 'It needs a cluster.',
  'docs/state.md: REDIS_URL=': 'It needs a Redis server on another host.',
  'docs/state.md: openssl': 'It needs OpenSSL alone, nothing of this project.',
};
