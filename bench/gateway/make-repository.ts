import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The size of a repository. */
export interface RepositorySize {
  readonly apis: number;
  /** Of each API. */
  readonly operations: number;
  readonly applications: number;
  readonly subscriptions: number;
  /** Where calls go, without a slash at the end, the context of the API after it; a made-up host if left out. */
  readonly upstreamUrl?: string;
}

export interface MadeApi {
  readonly name: string;
  /** Without its leading slash. */
  readonly context: string;
  readonly version: string;
  /** Relative to the repository. */
  readonly folder: string;
  /** The paths of its collections, each of which answers `GET`, and below it `GET` of an item by a UUID. */
  readonly collections: readonly string[];
}

export interface MadeApplication {
  readonly name: string;
  readonly consumerKey: string;
  readonly consumerSecret: string;
}

export interface MadeRepository {
  readonly apis: readonly MadeApi[];
  readonly applications: readonly MadeApplication[];
  /** Each API with the names of the applications that subscribe to it. */
  readonly subscribers: readonly (readonly string[])[];
}

const qualities =
  'amber blue bright calm clear coastal copper crisp early eastern fair fresh gentle golden grand green happy high inner ivory keen local lunar mellow modern'.split(
    ' ',
  );
const places =
  'airport archive bakery campus canal clinic college depot dock factory farm gallery garden harbour hotel kitchen laboratory library market museum'.split(
    ' ',
  );
const things =
  'animal boat book bus camera chair course device doctor dog engine garden invoice lamp letter machine order parcel photo plant'.split(
    ' ',
  );

/** Names for as many APIs as the words give. */
const maxApis = qualities.length * places.length * things.length;

/**
 * Writes a repository that lints without a finding, each API in its own folder: its declaration, its OpenAPI document,
 * and its subscriptions if it has any. Equal sizes give equal files.
 */
export async function makeRepository(folder: string, size: RepositorySize): Promise<MadeRepository> {
  if (size.apis > maxApis) throw new RangeError(`There are names for ${maxApis} APIs.`);
  const apis = Array.from({ length: size.apis }, (_, index) => nameApi(index, size.operations));
  const applications = Array.from({ length: size.applications }, (_, index) => nameApplication(index));
  const subscribers = apis.map((_, index) => subscribersOf(index, size, applications));
  const files = {
    'gateway.config.yaml': configuration,
    'tiers.yaml': tiers,
    ...Object.fromEntries(
      applications.map((one) => [`applications/${one.name}.yaml`, writeApplication(one)]),
    ),
  };
  await writeAll(folder, files);
  for (const [index, api] of apis.entries()) {
    await writeAll(join(folder, api.folder), writeApi(api, size, subscribers[index] ?? []));
  }
  return { apis, applications, subscribers };
}

async function writeAll(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  const folders = new Set(Object.keys(files).map((path) => join(folder, path, '..')));
  for (const one of folders) await mkdir(one, { recursive: true });
  await Promise.all(Object.entries(files).map(([path, text]) => writeFile(join(folder, path), text)));
}

function nameApi(index: number, operations: number): MadeApi {
  const thing = things[index % things.length] ?? '';
  const place = places[Math.floor(index / things.length) % places.length] ?? '';
  const quality = qualities[Math.floor(index / (things.length * places.length))] ?? '';
  const words = [quality, place, thing];
  const context = words.join('_');
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  const collections = Array.from({ length: Math.ceil(operations / 5) }, (_, nth) => {
    const noun = things[(index + nth * 7) % things.length] ?? '';
    const round = Math.floor((nth * 7) / things.length);
    return `/${round === 0 ? '' : `${places[round % places.length]}_`}${pluralOf(noun)}`;
  });
  return { name, context, version: 'v1', folder: `apis/${context}/v1`, collections };
}

function pluralOf(noun: string): string {
  return noun === 'bus' ? 'buses' : `${noun}s`;
}

function nameApplication(index: number): MadeApplication {
  const name = `consumer_${index}`;
  return { name, consumerKey: `key-of-${name}`, consumerSecret: `secret-of-${name}` };
}

/** Subscriptions go round the APIs, and round the applications. */
function subscribersOf(
  api: number,
  { apis, subscriptions }: RepositorySize,
  applications: readonly MadeApplication[],
): readonly string[] {
  const names = new Set<string>();
  for (let nth = api; nth < subscriptions; nth += apis) {
    const application = applications[(nth + Math.floor(nth / apis)) % applications.length];
    if (application) names.add(application.name);
  }
  return [...names];
}

const configuration = `kind: Gateway
format: 1
organisation: Example University
deployments:
  production: { gatewayUrl: 'https://gateway.example.edu' }
`;

const tiers = `kind: Tier
name: unlimited
---
kind: Tier
name: gold
limit: { requests: 1000000000, unit: minute }
`;

function writeApplication({ name, consumerKey, consumerSecret }: MadeApplication): string {
  return `kind: Application
name: ${name}
type: service
owner: owner-of-${name}@example.edu
grants: [client_credentials]
keys:
  production:
    consumerKey: ${consumerKey}
    secretDigests: ['sha256:${createHash('sha256').update(consumerSecret).digest('hex')}']
`;
}

function writeApi(
  api: MadeApi,
  { operations, upstreamUrl }: RepositorySize,
  subscribers: readonly string[],
): Readonly<Record<string, string>> {
  const { name, context, version } = api;
  const url = upstreamUrl ?? `https://${context.replaceAll('_', '-')}.internal.example.edu`;
  return {
    'api.yaml': `kind: Api
name: ${name}
context: /${context}
version: ${version}
state: published
owner: ${context}_team
definition: ./openapi.yaml
endpoints:
  production: { url: '${url}/${context}' }
`,
    'openapi.yaml': writeDefinition(api, operations),
    ...(subscribers.length > 0 && { 'subscriptions.yaml': writeSubscriptions(api, subscribers) }),
  };
}

function writeSubscriptions({ name, version }: MadeApi, subscribers: readonly string[]): string {
  return subscribers
    .map((one) => `kind: Subscription\napplication: ${one}\napi: ${name}/${version}\ntier: gold\n`)
    .join('---\n');
}

/** OpenAPI 3.0, five operations for each collection; the last collection may have fewer. */
function writeDefinition({ name, context, collections }: MadeApi, operations: number): string {
  const paths = collections.map((path, nth) => writeCollection(path, Math.min(5, operations - nth * 5)));
  const schemas = collections.map(writeSchemas);
  return `openapi: 3.0.3
info:
  title: ${name}
  description: What the ${context.replaceAll('_', ' ')} keeps, and who may change it.
  version: '1'
servers:
  - url: https://${context.replaceAll('_', '-')}.example.edu
paths:
${paths.join('')}components:
  parameters:
    Limit:
      name: limit
      in: query
      description: Items on a page.
      schema: { type: integer, minimum: 1, maximum: 100, default: 20 }
    Offset:
      name: offset
      in: query
      description: Index of the first item.
      schema: { type: integer, minimum: 0, default: 0 }
    Sort:
      name: sort
      in: query
      description: Attributes, separated by commas; by name if left out.
      schema: { type: string, default: name }
  headers:
    ETag:
      schema: { type: string }
  responses:
    BadRequest:
      description: The request is malformed.
      content:
        application/json:
          schema: { $ref: '#/components/schemas/Error' }
    NotFound:
      description: There is no such item.
      content:
        application/json:
          schema: { $ref: '#/components/schemas/Error' }
  schemas:
${schemas.join('')}    Link:
      type: object
      required: [href]
      properties:
        href: { type: string, format: uri-reference }
    Error:
      type: object
      required: [message]
      properties:
        message: { type: string }
        developerMessage: { type: string }
        moreInformation: { type: string, format: uri }
        code: { type: string }
        errors:
          type: array
          items:
            type: object
            properties:
              message: { type: string }
`;
}

interface CollectionNames {
  readonly id: string;
  readonly title: string;
  readonly plain: string;
}

function namesOf(path: string): CollectionNames {
  const words = path
    .slice(1)
    .replace(/(?<=us)es$|s$/, '')
    .split('_');
  const title = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return { id: `${title.charAt(0).toLowerCase()}${title.slice(1)}Id`, title, plain: words.join(' ') };
}

function writeCollection(path: string, operations: number): string {
  const names = namesOf(path);
  const ofCollection = [writeList, writeCreate].slice(0, operations);
  const ofItem = [writeShow, writeReplace, writeDelete].slice(0, Math.max(0, operations - 2));
  const collection = `  ${path}:\n${ofCollection.map((write) => write(names)).join('')}`;
  if (ofItem.length === 0) return collection;
  return `${collection}  ${path}/{${names.id}}:
    parameters:
      - name: ${names.id}
        in: path
        required: true
        schema: { type: string, format: uuid }
${ofItem.map((write) => write(names)).join('')}`;
}

function writeList({ title, plain }: CollectionNames): string {
  return `    get:
      operationId: list${title}
      summary: Lists every ${plain}.
      parameters:
        - $ref: '#/components/parameters/Limit'
        - $ref: '#/components/parameters/Offset'
        - $ref: '#/components/parameters/Sort'
        - name: name
          in: query
          schema: { type: string }
      responses:
        '200':
          description: A page of them.
          content:
            application/hal+json:
              schema: { $ref: '#/components/schemas/${title}Page' }
        '400': { $ref: '#/components/responses/BadRequest' }
`;
}

function writeCreate({ title, plain }: CollectionNames): string {
  return `    post:
      operationId: create${title}
      summary: Adds a ${plain}.
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: '#/components/schemas/New${title}' }
      responses:
        '201':
          description: The ${plain} is there.
          headers:
            Location:
              description: The new ${plain}.
              schema: { type: string, format: uri }
        '400': { $ref: '#/components/responses/BadRequest' }
`;
}

function writeShow({ title, plain }: CollectionNames): string {
  const headers = `          headers:
            ETag: { $ref: '#/components/headers/ETag' }
            Content-Location:
              schema: { type: string, format: uri-reference }
`;
  return `    get:
      operationId: show${title}
      summary: Shows a ${plain}.
      responses:
        '200':
          description: The ${plain}.
${headers}          content:
            application/hal+json:
              schema: { $ref: '#/components/schemas/${title}' }
        '304':
          description: The ${plain} has not changed.
${headers}        '404': { $ref: '#/components/responses/NotFound' }
`;
}

function writeReplace({ title, plain }: CollectionNames): string {
  return `    put:
      operationId: replace${title}
      summary: Replaces a ${plain}.
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: '#/components/schemas/New${title}' }
      responses:
        '204':
          description: The ${plain} is replaced.
        '404': { $ref: '#/components/responses/NotFound' }
`;
}

function writeDelete({ title, plain }: CollectionNames): string {
  return `    delete:
      operationId: delete${title}
      summary: Removes a ${plain}.
      responses:
        '204':
          description: The ${plain} is gone.
        '404': { $ref: '#/components/responses/NotFound' }
`;
}

function writeSchemas(path: string): string {
  const { id, title } = namesOf(path);
  return `    New${title}:
      type: object
      required: [name]
      properties:
        name: { type: string, minLength: 1, maxLength: 100 }
        madeOn: { type: string, format: date }
        labels:
          type: array
          items: { type: string }
    ${title}:
      allOf:
        - $ref: '#/components/schemas/New${title}'
        - type: object
          properties:
            ${id}: { type: string, format: uuid }
            createdAt: { type: string, format: date-time }
            _links:
              type: object
              properties:
                self: { $ref: '#/components/schemas/Link' }
    ${title}Page:
      type: object
      properties:
        totalCount: { type: integer }
        _embedded:
          type: object
          properties:
            ${path.slice(1)}:
              type: array
              items: { $ref: '#/components/schemas/${title}' }
        _links:
          type: object
          properties:
            self: { $ref: '#/components/schemas/Link' }
            next: { $ref: '#/components/schemas/Link' }
            prev: { $ref: '#/components/schemas/Link' }
            first: { $ref: '#/components/schemas/Link' }
            last: { $ref: '#/components/schemas/Link' }
`;
}
