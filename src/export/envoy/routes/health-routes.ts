import { writeErrorBody } from '#compiled/answers/error-body.ts';
import { fixedHeaders, headerOption } from '../text/format-text.ts';

/** The routes that the program leads calls of the pages for load balancers to, by name; Envoy answers them itself. */
export const healthRoutes: readonly (readonly [name: string, route: object])[] = [
  answerWith('health/ready', 200, '{"status":"ready"}'),
  answerWith('health/live', 200, '{"status":"live"}'),
  answerWith('health/unsupported', 405, writeErrorBody('method_not_allowed', 'json', undefined), {
    allow: 'GET, HEAD',
    'x-content-type-options': 'nosniff',
  }),
];

function answerWith(
  name: string,
  status: number,
  body: string,
  others: Readonly<Record<string, string>> = {},
) {
  const headers = {
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    ...others,
  };
  return [
    name,
    {
      '@type': 'type.googleapis.com/envoy.config.route.v3.Route',
      name,
      match: { prefix: '/' },
      direct_response: { status, body: { inline_string: body } },
      response_headers_to_add: fixedHeaders(headers).headers.map(([key, value]) => headerOption(key, value)),
    },
  ] as const;
}
