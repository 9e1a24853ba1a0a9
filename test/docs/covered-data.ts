/** Blocks with whole declarations, which `declarations.test.ts` compiles together with the examples. */
export const wholeDeclarations: readonly string[] = [
  'docs/authorization.md: kind: Application',
  'docs/authorization.md: kind: Subscription',
  'docs/authorization.md: # A directory that checks passwords',
  'docs/lifecycle.md: kind: Api',
  'docs/limits.md: kind: Tier',
  'docs/limits.md: # tiers.yaml',
  'docs/store.md: kind: Team',
];

const configuration = 'gateway.config.yaml';
const dogPark = 'examples/apis/dog_park/v1/api.yaml';
const libraryCatalog = 'examples/apis/library_catalog/v1/api.yaml';
const dogParkDocument = 'examples/apis/dog_park/v1/openapi.yaml';

/** Blocks with parts of a file, and the file of the examples to which `declarations.test.ts` adds them. */
export const partsOfFiles: readonly (readonly [block: string, file: string])[] = [
  ['docs/authorization.md: # in the OpenAPI document', 'examples/apis/library_catalog/v1/openapi.yaml'],
  ['docs/authorization.md: # apis/library_catalog/v1/api.yaml', libraryCatalog],
  ['docs/authorization.md: # gateway.config.yaml unauthenticatedStatus', configuration],
  ['docs/authz.md: # gateway.config.yaml', configuration],
  ['docs/cors.md: cors:', dogPark],
  ['docs/deployment.md: # gateway.config.yaml', configuration],
  ['docs/http2.md: # gateway.config.yaml deployments:', configuration],
  ['docs/http2.md: # gateway.config.yaml lint:', configuration],
  ['docs/http2.md: # api.yaml', dogPark],
  ['docs/http2.md: # openapi.yaml', dogParkDocument],
  ['docs/lifecycle.md: state: blocked', dogPark],
  ['docs/lifecycle.md: # apis/order_service/v2/api.yaml alsoAt:', dogPark],
  ['docs/limits.md: # apis/dog_park/v1/api.yaml', dogPark],
  ['docs/limits.md: # gateway.config.yaml limits: { counters: local }', configuration],
  ['docs/limits.md: # gateway.config.yaml limits: { counters: redis', configuration],
  ['docs/linting.md: format: 1', configuration],
  ['docs/linting.md: lint:', configuration],
  ['docs/notices.md: # gateway.config.yaml notices:', configuration],
  ['docs/notices.md: # applications/campus_portal.yaml', 'examples/applications/campus_portal.yaml'],
  ['docs/observability.md: # gateway.config.yaml', configuration],
  ['docs/observability.md: deployments:', configuration],
  ['docs/reload.md: # gateway.config.yaml reload', configuration],
  ['docs/reload.md: # gateway.config.yaml digestHeader', configuration],
  ['docs/state.md: # gateway.config.yaml state: { store: sqlite }', configuration],
  ['docs/state.md: # gateway.config.yaml state: { store: redis', configuration],
  ['docs/state.md: # gateway.config.yaml token: { signingKeys', configuration],
  ['docs/state.md: # gateway.config.yaml token: { tokensNotBefore', configuration],
  ['docs/store.md: # apis/dog_park/v2/api.yaml', 'examples/apis/dog_park/v2/api.yaml'],
  ['docs/store.md: deployments:', configuration],
  ['docs/store.md: store:', configuration],
  ['docs/upstreams.md: # apis/dog_park/v1/api.yaml', dogPark],
  ['docs/upstreams.md: # api.yaml', dogPark],
  ['docs/upstreams.md: # gateway.config.yaml upstreams:', configuration],
  ['docs/validation.md: # api.yaml validation:', dogPark],
  ['docs/validation.md: # api.yaml pathEncoding:', dogPark],
  ['docs/validation.md: # apis/order_service/v2/api.yaml operations:', dogPark],
];

/** Blocks that another test reads from the page, and compares with what the program does. */
export const comparedElsewhere: Readonly<Record<string, string>> = {
  'CONTRIBUTING.md: import { defineRule }': 'test/docs/printed.test.ts',
  "docs/approvals.md: - change: '59f02f475413c40d2c9f5625b512604c'": 'test/docs/declarations.test.ts',
  'docs/authz.md: events {}': 'test/serve/external-authorization/proxies/guide-proxies.ts',
  'docs/authz.md: global': 'test/serve/external-authorization/proxies/guide-proxies.ts',
  'docs/authz.md: -- gatewright.lua': 'test/serve/external-authorization/proxies/guide-proxies.ts',
  'docs/authz.md: static_resources:': 'test/serve/external-authorization/proxies/guide-proxies.ts',
  'docs/authz.md: {': 'test/serve/external-authorization/proxies/guide-proxies.ts',
  'docs/deployment.md: { "source": {': 'test/serve/git-gateway.test.ts',
  'docs/errors.md: { "message": "This API requires an access token."': 'test/docs/printed.test.ts',
  'docs/linting.md: - rule: path-snake-case': 'test/docs/declarations.test.ts',
  'docs/linting.md: paths:': 'test/docs/declarations.test.ts',
  'docs/observe.md: { "method": "POST"': 'test/cli/observe/recorded.test.ts',
  'docs/observability.md: { "level": "info"': 'test/serve/access-log.test.ts',
  'docs/observability.md: { "level": "warn"': 'test/docs/printed.test.ts',
  'docs/scaling.md: # gateway.config.yaml state:': 'test/docs/scaling.test.ts',
  'docs/state.md: Backed up': 'test/docs/state.test.ts',
  'docs/state.md: Restored': 'test/docs/state.test.ts',
  'docs/state.md: error: The state folder': 'test/docs/state.test.ts',
  'docs/notices.md: { "type": "api.deprecated"': 'test/serve/notices/render-webhook.test.ts',
  'docs/store.md: Subscribe DogWalker': 'test/docs/printed.test.ts',
  'docs/store.md: groupSearch:': 'test/docs/declarations.test.ts',
};

/** Blocks that no test reads by these words, and why. */
export const notCompared: Readonly<Record<string, string>> = {
  'README.md:    git repository': 'It is a drawing.',
  'docs/approvals.md: /gatewright-approvals.yaml':
    'Hosts read it; test/cli/ci/code-owners covers what init writes.',
  'docs/authz.md: # dynamic configuration of Traefik':
    'It needs Traefik; test/serve/external-authorization asks as Traefik does.',
  'docs/ci.md: include:': 'test/cli/ci/gitlab-pipeline.test.ts compares what init writes with it.',
  'docs/ci.md: permissions:':
    'It is part of a workflow with names in place of the owner and the commit; test/cli/ci runs the action.',
  "docs/decisions/0020-own-code-beside-libraries.md: import write from 'write-file-atomic'":
    'It needs a library that the project does not have.',
  'docs/deployment.md: # prometheus.yml': 'It is part of a configuration of Prometheus.',
  'docs/deployment.md: [Service]': 'It needs systemd; test/deploy reads the unit that it changes.',
  'docs/limits.md: ACL SETUSER': 'test/runtime/state reads it from the page, and runs Redis with it.',
  'docs/limits.md: RateLimit-Policy:':
    'Its numbers are of a moment; test/runtime/gateway/limits.test.ts compares such headers.',
  'docs/observability.md: # prometheus.yml':
    'test/deploy/monitoring.test.ts checks the alerts that it names.',
  'docs/observability.md: /var/log/gatewright/access.log': 'It is a configuration of logrotate.',
  'docs/state.md: ACL SETUSER': 'test/runtime/state/redis reads it from the page, and runs Redis with it.',
  'docs/state.md: maxmemory-policy': 'It is a configuration of Redis.',
};
