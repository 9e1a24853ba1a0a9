import { placeOf } from '#source/place.ts';
import type { GatewayDeclaration } from '#compiler/kinds/gateway/declaration.ts';
import { findUrlProblem, mayHoldSecret } from '#compiler/rule/declarations/find-url-problem.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editGateway } from '#compiler/rule/example-edits.ts';
import { normaliseUrl } from '#compiler/workspace/urls/url.ts';
import { deploymentUrls, type DeploymentUrl } from '#compiler/workspace/urls/deployment-urls.ts';
import type { Declared } from '#compiler/workspace/declared.ts';

export const deploymentUrl = defineRule({
  name: 'deployment-url',
  section: '4',
  severity: 'error',
  group: 'integrity',
  summary:
    'The addresses of a deployment are absolute URLs without user information, a query or a fragment, and with plain paths.',
  why: 'Paths are appended to them and compared with those of calls, and the issuer of a token must contain none of the three (RFC 8414, section 2).',
  examples: [
    {
      title: 'A port and a path',
      edits: [editGateway('https://gateway.example.edu', 'https://gateway.example.edu:8243/apis')],
      findings: [],
    },
    {
      title: 'No host',
      edits: [editGateway('https://gateway.example.edu', 'https://')],
      findings: [
        'gateway.config.yaml:6:17 An address of the deployment production is not an absolute http or https URL.',
      ],
    },
    {
      title: 'A query',
      edits: [editGateway('https://gateway-qa.example.edu', 'https://gateway-qa.example.edu?tenant=dogs')],
      findings: ['gateway.config.yaml:8:17 An address of the deployment qa contains a query.'],
    },
  ],
  check: {
    gateway: (gateway, { report }) => {
      for (const { deployment, url, place, help, findProblem } of allUrls(gateway)) {
        const problem = findProblem(url);
        if (problem === undefined) continue;
        report({
          at: place,
          message: `An address of the deployment ${deployment} ${problem}.`,
          help,
          ...(mayHoldSecret(url) && { secret: true }),
        });
      }
    },
  },
});

interface CheckedUrl extends DeploymentUrl {
  readonly findProblem: (url: string) => string | undefined;
  readonly help: string;
}

function allUrls(gateway: Declared<GatewayDeclaration>): readonly CheckedUrl[] {
  const help = 'Write it as https://host, with an optional port and path.';
  return [
    ...deploymentUrls(gateway).map((url) => ({ ...url, help, findProblem: findBaseProblem })),
    ...receiversOfTraces(gateway),
  ];
}

/** Paths without characters that routers treat as syntax, and without escapes, which clients spell differently. */
const plainPath = /^(?:\/[\w.~!$&'+,=@-]+)*$/;

/** Hosts of characters that occur in DNS. The data planes differ in which other characters they refuse. */
const plainHost = /^(?:[\w.-]+|\[[\da-f:.]+\])$/;

function findBaseProblem(text: string): string | undefined {
  const problem = findUrlProblem(text);
  if (problem !== undefined) return problem;
  const { hostname, pathname } = new URL(normaliseUrl(text) ?? text);
  if (!plainHost.test(hostname))
    return 'has a host with another character than letters, digits, hyphens, dots and underscores';
  if (plainPath.test(pathname.replace(/\/$/, ''))) return undefined;
  return "has a path with another character than letters, digits and -._~!$&'+,=@, or with an empty segment";
}

/** The URLs that receive traces. The route table contains them, so they must not contain a password. */
function receiversOfTraces({ value, place }: Declared<GatewayDeclaration>): readonly CheckedUrl[] {
  const help =
    'Write it as https://host:port, and put credentials in the environment variable OTEL_EXPORTER_OTLP_HEADERS.';
  return Object.entries(value.deployments).flatMap(([deployment, { tracing }]) => {
    if (tracing?.endpoint === undefined) return [];
    const at = placeOf(place, 'deployments', deployment, 'tracing', 'endpoint');
    return [{ deployment, url: tracing.endpoint, place: at, help, findProblem: findUrlProblem }];
  });
}
