import { isJsonObject, type Json } from '#compiled/json.ts';
import { appendPointer } from '#source/place.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import type { DefinitionFinding } from '#compiler/rule/definition-checks.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { findPlainServers, isPlainUrl } from './credentials/find-plain-servers.ts';
import type { OpenapiNode, SecuritySchemeNode } from '#openapi/model.ts';
import { isLoopbackUrl } from '#compiler/workspace/urls/url.ts';

const servers = 'servers:\n  - url: https://dogs.example.edu\n';
const serversAre = (text: string) => editDefinition(servers, `servers:\n${text}\n`);

/** An API is called over TLS. */
export const serverTls = defineRule({
  name: 'server-tls',
  section: '5.6',
  severity: 'error',
  group: 'design',
  summary: 'Servers and the URLs of security schemes use https, unless they are on the loopback interface.',
  why: 'Anyone on the network can read a token that is sent without encryption.',
  examples: [
    { title: 'A relative URL', edits: [serversAre('  - url: /dog_park/v1')], findings: [] },
    {
      title: 'http, of the API, of a path and of an operation',
      edits: [
        serversAre('  - url: https://dogs.example.edu\n  - url: http://dogs.example.edu'),
        editDefinition(
          '/dogs:\n    get:',
          '/dogs:\n    servers: [{ url: "http://a.example.edu" }]\n    get:\n      servers: [{ url: "HTTP://b.example.edu" }]',
        ),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:7:10 The server http://dogs.example.edu does not use TLS.',
        'apis/dog_park/v1/openapi.yaml:10:22 The server http://a.example.edu does not use TLS.',
        'apis/dog_park/v1/openapi.yaml:12:24 The server HTTP://b.example.edu does not use TLS.',
      ],
    },
    {
      title: 'http, and a host that is chosen',
      edits: [
        serversAre(
          '  - url: http://{host}:{port}/dogs\n    variables: { host: { default: dogs.example.edu }, port: { default: "8080" } }\n  - url: http://{host}\n    variables: { host: { default: localhost } }',
        ),
      ],
      findings: ['apis/dog_park/v1/openapi.yaml:6:10 The server http://{host}:{port}/dogs does not use TLS.'],
    },
  ],
  checkDefinition: {
    definition(document, { report }) {
      for (const holder of [document.rootNode, ...document.paths, ...document.operations]) {
        (document.isSwagger ? findInSchemes(holder) : findInServers(holder)).forEach(report);
      }
      for (const [name, scheme] of document.securitySchemes) findInAddresses(name, scheme).forEach(report);
    },
  },
});

const help = 'Use https, or remove it.';

function findInServers(holder: OpenapiNode): readonly DefinitionFinding[] {
  return listOf(holder, 'servers').flatMap((server, index) =>
    (isJsonObject(server) ? findPlainServers(server) : []).map(({ url, path }) => ({
      at: holder.pointerTo('servers', index, ...path),
      message: `The server ${url} does not use TLS.`,
      help,
    })),
  );
}

function findInSchemes(holder: OpenapiNode): readonly DefinitionFinding[] {
  const { host } = holder.document.root;
  if (typeof host === 'string' && isLoopbackUrl(`https://${host}`)) return [];
  return listOf(holder, 'schemes').flatMap((scheme, index) =>
    scheme === 'http' || scheme === 'ws'
      ? [
          {
            at: holder.pointerTo('schemes', index),
            message: `The scheme \`${scheme}\` does not use TLS.`,
            help,
          },
        ]
      : [],
  );
}

/** Finds URLs without TLS in an OAuth 2.0 or OpenID Connect scheme and in its flows, such as `tokenUrl`. */
function findInAddresses(
  name: string,
  { value: scheme, pointer }: SecuritySchemeNode,
): readonly DefinitionFinding[] {
  const { flows } = scheme;
  const found = isJsonObject(flows) ? Object.entries(flows) : [];
  const holders: readonly (readonly [Json, string])[] = [
    [scheme, pointer],
    ...found.map(([flow, value]) => [value, appendPointer(pointer, 'flows', flow)] as const),
  ];
  return holders.flatMap(([holder, place]) =>
    addressesIn(holder)
      .filter(([, url]) => isPlainUrl(url))
      .map(([key, url]) => ({
        at: appendPointer(place, key),
        message: `The address ${url} of the security scheme \`${name}\` does not use TLS.`,
        help: 'Begin it with https.',
      })),
  );
}

function addressesIn(holder: Json): readonly (readonly [string, string])[] {
  const members = isJsonObject(holder) ? Object.entries(holder) : [];
  return members.flatMap(([key, value]) =>
    key.endsWith('Url') && typeof value === 'string' ? [[key, value] as const] : [],
  );
}

function listOf({ value }: OpenapiNode, key: string): readonly Json[] {
  const list = value[key];
  return Array.isArray(list) ? (list as readonly Json[]) : [];
}
