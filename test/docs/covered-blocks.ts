/** Blocks that run in a clone of the examples. */
interface Walk {
  /** One after another. */
  readonly blocks: readonly string[];
  /** Lines that make what the page takes for granted. */
  readonly before?: string;
  /** What is typed. */
  readonly input?: string;
  /** Whether each line is a change that is committed before the next. */
  readonly commits?: true;
}

const withoutAda =
  "rm examples/users/ada.yaml && sed -i.bak 's#^sources:#sources: [users/*.yaml, examples/**/*.yaml]#; /^  - examples/d' gateway.config.yaml";
const password = 'seven frogs in one pond\n';

/** What `sources.test.ts` runs, each walk in a clone of its own. */
export const ranOnSources: readonly Walk[] = [
  { blocks: ['docs/authorization.md: gatewright keys rotate --application CampusPortal'] },
  {
    blocks: ['docs/authorization.md: gatewright keys rotate --signing-key'],
    before:
      'mkdir .gatewright && openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out .gatewright/signing-key.pem',
    commits: true,
  },
  { blocks: ['docs/authorization.md: gatewright users add'], before: withoutAda, input: password },
  { blocks: ['docs/authorization.md: gatewright users password'], input: password },
  { blocks: ['docs/store.md: gatewright users add'], before: withoutAda, input: password },
  { blocks: ['docs/deployment.md: openssl genpkey', 'docs/deployment.md: gatewright compile'] },
  { blocks: ['docs/linting.md: gatewright lint  '] },
  { blocks: ['docs/planning.md: gatewright plan'] },
];

/** Blocks that `gateway.test.ts` runs with `npm start`, in this order in one shell, what they print, and lines before them. */
export const ranOnGateway: readonly (readonly [block: string, prints: RegExp, before?: string])[] = [
  ['docs/authorization.md: CA=', /^$/],
  ['docs/reload.md: gatewright status', /^\S+ serves what origin\/main/],
  ['docs/authorization.md: gatewright grants list', /^No grants found\.\n/],
  ['docs/reporting.md: gatewright report', /drift/i],
  [
    'docs/authorization.md: curl --cacert $CA -u $KEY:$SECRET -d grant_type=client_credentials',
    /"access_token":/,
  ],
  ['docs/validation.md: CA=', /^$/],
  // The next block shows that its token is active.
  [
    'docs/authorization.md: TOKEN=$(gatewright token --application CampusPortal)',
    /^$/,
    'export GATEWRIGHT_CONSUMER_SECRET=$SECRET',
  ],
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

/** Blocks that another test reads from the page and runs. */
export const ranElsewhere: Readonly<Record<string, string>> = {
  'README.md: npm ci && npm start': 'test/examples/npm-start.test.ts',
  'README.md: gatewright() {': 'test/readme-walk.test.ts',
  'README.md: gatewright init ../my-gateway': 'test/readme-walk.test.ts',
  'README.md: eval "$(gatewright keys': 'test/readme-walk.test.ts',
  'README.md: git switch -c shorter-walks': 'test/reviewer-walk.test.ts',
  'docs/ci.md: gatewright init': 'test/cli/commands/init.test.ts',
  'docs/ci.md: git config': 'test/cli/ci/pre-commit-hook.test.ts',
  'docs/ci.md: reports=': 'test/cli/ci/github-workflow.test.ts',
  'docs/deployment.md: gatewright run --source': 'test/cli/commands/run-source.test.ts',
  'docs/deployment.md: gatewright run --table': 'test/cli/commands/signed-table.test.ts',
  'docs/deployment.md: kill -HUP': 'test/cli/commands/run.test.ts',
  'docs/installing.md: npm ci && npm run build:executable': 'test/install/executable.test.ts',
  'docs/observe.md: gatewright observe': 'test/cli/observe/recorded.test.ts',
  'docs/reload.md: gatewright run': 'test/cli/commands/run.test.ts',
  'docs/scaling.md: gatewright run --workers': 'test/docs/scaling.test.ts',
  'docs/state.md: gatewright state backup': 'test/docs/state.test.ts',
  'docs/state.md: gatewright state restore': 'test/docs/state.test.ts',
};

/** Blocks that no test runs, and why. */
export const notRun: Readonly<Record<string, string>> = {
  'README.md: npm test': 'It runs the tests.',
  'CONTRIBUTING.md: npm ci': 'It replaces the dependencies with which the tests run; .ci/run begins with it.',
  'CONTRIBUTING.md: export PATH': 'It has no effect of its own; every npm script does the same.',
  'CONTRIBUTING.md: npm test --': 'It runs tests, of a rule that the reader has just written.',
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
  'docs/control-plane.md: gatewright export envoy-bootstrap':
    'Its Envoy is on another machine; test/cli/commands compares what the command prints.',
  'docs/control-plane.md: gatewright run --control-plane':
    'It needs certificates of an authority; test/serve/control-plane runs one with Envoys.',
  'docs/deployment.md: cat table-key.pub.pem': 'It needs the new key of a second person.',
  'docs/deployment.md: docker': 'It needs Docker; test/deploy reads the Dockerfile.',
  'docs/deployment.md: npm install --global': 'It needs systemd and root; test/deploy reads the unit.',
  'docs/deployment.md: kubectl': 'It needs a cluster; test/deploy reads the manifest.',
  'docs/installing.md: npm ci && npm pack':
    'It replaces the dependencies with which the tests run, and installs for the whole machine; test/install/package.test.ts installs the tarball in a folder.',
  'docs/limits.md: LIMITS_REDIS_URL=': 'It needs a Redis server on another host.',
  'docs/linting.md: gatewright lint --extends': 'It fetches from a host of an example.',
  'docs/reload.md: curl': 'It needs digestHeader in the configuration; test/serve covers the header.',
  'docs/reload.md: git fetch': 'It sends mail.',
  'docs/reload.md: kubectl': 'It needs a cluster.',
  'docs/state.md: REDIS_URL=': 'It needs a Redis server on another host.',
  'docs/state.md: openssl': 'It needs OpenSSL alone, nothing of this project.',
};
