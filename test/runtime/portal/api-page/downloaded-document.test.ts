// @module-tag full
import SwaggerParser from '@apidevtools/swagger-parser';
import type { OpenAPIV2, OpenAPIV3 } from 'openapi-types';
import { expect, onTestFinished, test } from 'vitest';
import { consumerKey, secret, start, writeSources } from '../../../serve/running-gateway.ts';
import { openUpstream } from '../../upstream-in-test.ts';

const swagger = `swagger: '2.0'
info: { title: Dog park, version: '1' }
host: dogs.example.edu
basePath: /internal
schemes: [https]
produces: [application/json]
paths:
  /dogs:
    get:
      summary: Lists the dogs.
      responses:
        '200': { description: The dogs., schema: { type: object } }
`;

/** The parser reads no document of OpenAPI 3.2, which differs from 3.1 in nothing that this client needs. */
function asKnown(document: Record<string, string>): object {
  return document['openapi']?.startsWith('3.2') ? { ...document, openapi: '3.1.1' } : document;
}

/** What a generated client knows: only what is in the document. */
interface Client {
  readonly baseUrl: string;
  readonly tokenUrl: string;
}

async function readClient(document: object): Promise<Client> {
  // The parser takes documents of its own types only, and returns a union that this client does not read whole.
  const api = (await SwaggerParser.dereference(document as never)) as unknown as
    | OpenAPIV2.Document
    | OpenAPIV3.Document;
  if ('swagger' in api) {
    const schemes = Object.values(api.securityDefinitions ?? {});
    const flow = schemes.find((scheme) => scheme.type === 'oauth2' && scheme.flow === 'application');
    return {
      baseUrl: `${api.schemes?.[0]}://${api.host}${api.basePath}`,
      tokenUrl: (flow as OpenAPIV2.SecuritySchemeOauth2Application).tokenUrl,
    };
  }
  const schemes = Object.values(api.components?.securitySchemes ?? {}) as OpenAPIV3.SecuritySchemeObject[];
  const oauth = schemes.find(({ type }) => type === 'oauth2') as OpenAPIV3.OAuth2SecurityScheme;
  return { baseUrl: api.servers?.[0]?.url ?? '', tokenUrl: oauth.flows.clientCredentials?.tokenUrl ?? '' };
}

test.each([
  ['2.0', () => swagger],
  ['3.0', (text: string) => text],
  ['3.1', (text: string) => text.replace('3.0.3', '3.1.0')],
  ['3.2', (text: string) => text.replace('3.0.3', '3.2.0')],
])(
  'a client that knows only the downloaded document of OpenAPI %s gets an answer',
  async (version, definition) => {
    const upstream = await openUpstream('dogs', (_request, response) => void response.end('{"dogs":[]}'));
    onTestFinished(upstream.close);
    const { root, write } = await writeSources(upstream.url);
    await write('gateway.config.yaml', (text) => `${text}\nstore: {}\n`);
    await write('apis/dog_park/v1/openapi.yaml', definition);
    const { gatewayUrl } = await start({ root, plainHttp: true });
    const answer = await fetch(`${gatewayUrl}/store/apis/dog_park/v1/openapi.json`);
    const document = (await answer.json()) as Record<string, string>;
    expect(document['swagger'] ?? document['openapi']).toMatch(new RegExp(`^${version}`));
    if (version !== '3.2') await SwaggerParser.validate(structuredClone(document) as never);
    const { baseUrl, tokenUrl } = await readClient(asKnown(document));
    const grant = await fetch(tokenUrl, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${consumerKey}:${secret}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    const { access_token: token } = (await grant.json()) as { access_token: string };
    const call = await fetch(`${baseUrl}/dogs`, { headers: { authorization: `Bearer ${token}` } });
    expect([call.status, await call.text()]).toEqual([200, '{"dogs":[]}']);
  },
);
