/** A document with everything that is compared, and mistakes that traffic shows. */
export const dogs = `# The dog park.
openapi: 3.0.3
info: { title: Dogs, version: '1' }
servers:
  - url: https://api.example.edu/v1
paths:
  /dogs:
    get:
      summary: List
      parameters:
        - { name: limit, in: query, schema: { type: integer } }
        - { name: kind, in: query, required: true, schema: { type: string } }
      responses:
        '200':
          description: ok
          content:
            application/json:
              schema:
                type: array
                items: { $ref: '#/components/schemas/Dog' } # each dog
    post:
      summary: Add
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: '#/components/schemas/Dog' }
      responses:
        '201': { description: created }
  /dogs/{id}:
    get:
      summary: One
      parameters:
        - { name: id, in: path, required: true, schema: { type: integer } }
      responses:
        '200':
          description: ok
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Dog' }
  /kennels:
    get:
      responses:
        '200': { description: ok }
components:
  schemas:
    Dog:
      type: object
      required: [name]
      properties:
        name: { type: string }
        age: { type: integer }
        tags:
          type: object
          additionalProperties: { type: string }
`;

/** One recorded call, as a line of NDJSON has it. */
export interface ShortCall {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly requestHeaders?: Readonly<Record<string, string>>;
  readonly requestBody?: unknown;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  readonly responseBody?: unknown;
}

export function toNdjson(calls: readonly ShortCall[]): string {
  return calls.map((call) => `${JSON.stringify(call)}\n`).join('');
}

/** The same calls in HAR; `address` goes before each of their paths. */
export function toHar(calls: readonly ShortCall[], address: string): string {
  const pairs = (headers: Readonly<Record<string, string>> = {}) =>
    Object.entries(headers).map(([name, value]) => ({ name, value }));
  const textOf = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body));
  const typeOf = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    headers['content-type'] ?? (typeof body === 'string' ? '' : 'application/json');
  const entries = calls.map(
    ({ method, url, status, requestHeaders, requestBody, responseHeaders, responseBody }) => ({
      request: {
        method,
        url: `${address}${url}`,
        headers: pairs(requestHeaders),
        bodySize: -1,
        ...(requestBody !== undefined && {
          postData: {
            mimeType: typeOf(requestBody, requestHeaders),
            text: textOf(requestBody),
          },
        }),
      },
      response: {
        status,
        headers: pairs(responseHeaders),
        content:
          responseBody === undefined
            ? {
                size: 0,
                mimeType: 'x-unknown',
              }
            : {
                size: 1,
                mimeType: typeOf(responseBody, responseHeaders),
                text: textOf(responseBody),
              },
      },
    }),
  );
  return JSON.stringify({ log: { version: '1.2', entries } }, null, 2);
}

/** Calls with every kind of difference, and some that fit. */
export const callsToDogs: readonly ShortCall[] = [
  {
    method: 'GET',
    url: '/dogs?kind=a',
    status: 200,
    responseBody: [{ name: 'Rex', tags: { color: 'red' } }],
  },
  { method: 'GET', url: '/v1/dogs/7', status: 200, responseBody: { name: 'Rex', age: 3 } },
  {
    method: 'GET',
    url: '/v1/dogs?kind=a&limit=hunter2&sort=hunter2&9f8e7d6c5b4a3f2e=1',
    status: 200,
    requestHeaders: { 'X-Trace-Level': 'hunter2', 'User-Agent': 'hunter2' },
    responseBody: [
      { name: 'Rex', age: 'hunter2', nickname: 'hunter2' },
      { name: 'Bo', age: 3, nickname: 'hunter2', tags: { hunter2: 1 } },
    ],
  },
  { method: 'GET', url: '/dogs', status: 200, responseBody: [{ age: 3 }] },
  { method: 'GET', url: '/dogs/7', status: 404, responseBody: { error: 'hunter2' } },
  {
    method: 'GET',
    url: '/dogs/hunter2',
    status: 400,
    responseHeaders: { 'content-type': 'text/plain' },
    responseBody: 'x',
  },
  {
    method: 'POST',
    url: '/dogs',
    status: 201,
    requestBody: { name: 'a', owner: { email: 'hunter2@example.edu' } },
  },
  { method: 'POST', url: '/dogs', status: 400, requestBody: { age: 1 } },
  {
    method: 'POST',
    url: '/dogs',
    status: 201,
    requestHeaders: { 'content-type': 'application/json' },
    requestBody: '{',
  },
  { method: 'POST', url: '/dogs', status: 201 },
  {
    method: 'POST',
    url: '/dogs',
    status: 201,
    requestHeaders: { 'content-type': 'text/csv' },
    requestBody: 'hunter2',
  },
  { method: 'DELETE', url: '/dogs/7', status: 204 },
  { method: 'GET', url: '/users/hunter2/orders', status: 200, responseBody: { id: 1 } },
  { method: 'GET', url: '/wp-login.php', status: 404 },
  { method: 'GET', url: '/dogs/%2e%2e/hunter2', status: 200 },
  {
    method: 'PUT',
    url: '/dogs/7/photo',
    status: 200,
    requestHeaders: { 'content-type': 'image/png' },
    requestBody: 'hunter2',
  },
  {
    method: 'OPTIONS',
    url: '/dogs',
    status: 204,
    requestHeaders: { Origin: 'https://hunter2.example.edu', 'Access-Control-Request-Method': 'POST' },
  },
];
