import { defineRule } from '#compiler/rule/define-rule.ts';
import { editApi } from '#compiler/rule/example-edits.ts';
import { findUrlProblem } from '#compiler/rule/declarations/find-url-problem.ts';
import { declaredEndpoints, endpointTargets } from '#compiler/workspace/urls/effective-endpoints.ts';

const production = 'url: https://dogs.internal.example.edu';

export const endpointHttp2Https = defineRule({
  name: 'endpoint-http2-https',
  section: '4.4',
  severity: 'error',
  group: 'integrity',
  summary: 'An endpoint that uses HTTP/2 uses https.',
  why: 'HTTP/2 is negotiated in the TLS handshake (RFC 9113, section 3.2), and the gateway does not support it without encryption.',
  examples: [
    { title: 'https', edits: [editApi(production, `http2: true, ${production}`)], findings: [] },
    {
      title: 'http on this machine',
      edits: [editApi(production, 'http2: true, url: http://127.0.0.1:4010')],
      findings: [
        'apis/dog_park/v1/api.yaml:9:35 The endpoint http://127.0.0.1:4010 cannot use HTTP/2 without https.',
      ],
    },
    {
      title: 'http in one of the targets of a single deployment',
      edits: [
        editApi(
          'endpoints:',
          'deployments:\n  qa:\n    endpoints:\n      sandbox: { http2: true, targets: [https://a.example.edu, http://localhost:4010] }\nendpoints:',
        ),
      ],
      findings: [
        'apis/dog_park/v1/api.yaml:11:64 The endpoint http://localhost:4010 cannot use HTTP/2 without https.',
      ],
    },
  ],
  check: {
    api: (api, { report }) => {
      const withHttp2 = declaredEndpoints(api).filter(({ endpoint }) => endpoint.http2 === true);
      for (const { url, place } of withHttp2.flatMap(endpointTargets)) {
        if (findUrlProblem(url) !== undefined || URL.parse(url)?.protocol === 'https:') continue;
        report({
          at: place,
          message: `The endpoint ${url} cannot use HTTP/2 without https.`,
          help: 'Use https, or remove `http2`.',
        });
      }
    },
  },
});
