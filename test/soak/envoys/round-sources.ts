import { createHash } from 'node:crypto';

export const consumerKey = 'soak-production';
export const secret = 'a-secret-of-the-tests_0123456789';

/** Where the upstreams of a fleet are. */
export interface Upstreams {
  readonly even: string;
  readonly odd: string;
}

/** The file of the signing key, which all control planes have. */
export const signingKeyFile = 'signing-key.pem';

/** The declarations of a fleet without those of a round. */
export function steadySources({ even }: Upstreams): Readonly<Record<string, string>> {
  const digest = createHash('sha256').update(secret).digest('hex');
  return {
    'gateway.config.yaml': `kind: Gateway\nformat: 1\norganisation: Soak\ndeployments: { production: { gatewayUrl: 'https://gateway.example.edu', listener: { host: 127.0.0.1 } } }\ntoken: { signingKeys: [{ key: { fromFile: ${signingKeyFile} } }] }\ndigestHeader: true\n`,
    'tiers.yaml':
      'kind: Tier\nname: unlimited\n---\nkind: Tier\nname: gold\nlimit: { requests: 1000000, unit: second }\n',
    'applications/soak.yaml': `kind: Application\nname: Soak\ntype: service\nowner: soak@example.edu\ngrants: [client_credentials]\nkeys: { production: { consumerKey: ${consumerKey}, secretDigests: ['sha256:${digest}'] } }\n`,
    'apis/dog_park/api.yaml': `kind: Api\nname: DogPark\ncontext: /dog_park\nversion: v1\nstate: published\nowner: parks\ndefinition: ./openapi.yaml\nendpoints: { production: { url: '${even}' } }\n---\n${subscriptionTo('DogPark')}`,
    'apis/dog_park/openapi.yaml': definitionOf(['/dogs']),
  };
}

/**
 * The declarations of a round, in one file, so that no table is of two rounds. Its number is in the path of the
 * resource, in the path and the address of the upstream, and in the name of an API that no other round has.
 */
export function declareRound(round: number, upstreams: Upstreams): string {
  const upstream = round % 2 === 0 ? upstreams.even : upstreams.odd;
  return [
    describeApi('Walks', 'walks', round, `${upstream}/round_${round}`),
    subscriptionTo('Walks', round % 2 === 0 ? 'unlimited' : 'gold'),
    describeApi(nameOfOwn(round), nameOfOwn(round).toLowerCase(), round, `${upstream}/own_${round}`),
    subscriptionTo(nameOfOwn(round)),
  ].join('---\n');
}

/** The name of the API that only one round has, without digits, which would be a version; its context is in lower case. */
export function nameOfOwn(round: number): string {
  return `Own${String(round).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}`;
}

/** Where the declarations of a round are. */
export const roundFile = 'apis/rounds/api.yaml';

/** The files of a round, the definition first, since the declarations name it. */
export function sourcesOfRound(round: number, upstreams: Upstreams): Readonly<Record<string, string>> {
  return {
    [`apis/rounds/openapi_${round}.yaml`]: definitionOfRound(round),
    [roundFile]: declareRound(round, upstreams),
  };
}

/** The definition that both APIs of a round have. */
export function definitionOfRound(round: number): string {
  return definitionOf([`/walks_${round}`]);
}

function definitionOf(paths: readonly string[]): string {
  const operation = "{ get: { responses: { '200': { description: ok } } } }";
  const lines = paths.map((path) => `  ${path}: ${operation}\n`);
  return `openapi: 3.0.3\ninfo: { title: Dog park, version: '1' }\npaths:\n${lines.join('')}`;
}

function describeApi(name: string, context: string, round: number, url: string): string {
  return `kind: Api\nname: ${name}\ncontext: /${context}\nversion: v1\nstate: published\nowner: parks\ndefinition: ./openapi_${round}.yaml\nendpoints: { production: { url: '${url}' } }\n`;
}

function subscriptionTo(api: string, tier = 'unlimited'): string {
  return `kind: Subscription\napplication: Soak\napi: ${api}/v1\ntier: ${tier}\n`;
}
