import type { Compiled } from '../src/compiled/compiled.ts';
import type { KeySetName } from '../src/compiled/manifest.ts';

/** A consumer key and its secret, in plain text. */
interface DemoCredentials {
  readonly consumerKey: string;
  readonly consumerSecret: string;
}

/** An application's credentials, one pair for each endpoint of an API. */
export type DemoKeySets = Readonly<Record<KeySetName, DemoCredentials>>;

/** The commands to paste into a shell (bash, dash or zsh, without jq): each is one line. */
export function demoCommands(
  { manifest }: Compiled,
  caFile: string,
  credentials: DemoKeySets,
): readonly string[] {
  const { gatewayUrl, listener } = manifest.gateway;
  const trust = `--cacert ${caFile}`;
  const byAddress = `https://${listener.host}:${listener.port}`;
  return [
    tokenCommand(gatewayUrl, trust, credentials.production),
    callCommand(`${gatewayUrl}/dog_park/v2/dogs?sort=-birthDate&limit=2`, trust),
    callCommand(`${gatewayUrl}/library_catalog/v1/books?pageSize=2`, trust),
    callCommand(`${byAddress}/course_enrollments/1/courses/code=CS-101`, '-k'),
    tokenCommand(gatewayUrl, trust, credentials.sandbox),
    callCommand(`${gatewayUrl}/dog_park/v2/dogs`, trust),
  ];
}

function tokenCommand(
  gatewayUrl: string,
  trust: string,
  { consumerKey, consumerSecret }: DemoCredentials,
): string {
  const request = `curl -s ${trust} -u ${consumerKey}:${consumerSecret} -d grant_type=client_credentials ${gatewayUrl}/token`;
  return String.raw`TOKEN=$(${request} | sed -n 's/.*"access_token" *: *"\([^"]*\)".*/\1/p')`;
}

function callCommand(url: string, trust: string): string {
  return `curl -s ${trust} -H "Authorization: Bearer $TOKEN" '${url}'`;
}
