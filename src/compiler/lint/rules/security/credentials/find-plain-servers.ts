import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import { isLoopbackUrl } from '#compiler/workspace/urls/url.ts';

/** A URL without TLS of a Server Object, and the path to its declaration in that object. */
interface PlainServer {
  readonly url: string;
  readonly path: readonly (string | number)[];
}

/** The URLs without TLS of an OpenAPI Server Object, except loopback URLs, with variables filled in. */
export function findPlainServers({ url, variables }: JsonObject): readonly PlainServer[] {
  if (typeof url !== 'string') return [];
  const [, first] = /^\{([^{}]+)\}/.exec(url) ?? [];
  if (first === undefined) return isPlainUrl(fillIn(url, variables)) ? [{ url, path: ['url'] }] : [];
  return valuesOf(first, variables)
    .map(({ value, path }) => ({ url: fillIn(value + url.slice(first.length + 2), variables), path }))
    .filter((server) => isPlainUrl(server.url));
}

/** Whether a URL goes without TLS to another machine. */
export function isPlainUrl(url: string): boolean {
  const protocol = URL.parse(url)?.protocol;
  return (protocol === 'http:' || protocol === 'ws:') && !isLoopbackUrl(url);
}

/** A URL with its variables replaced by their defaults. */
function fillIn(url: string, variables: Json | undefined): string {
  return url.replaceAll(/\{([^{}]+)\}/g, (text, name: string) => {
    const value = variableOf(name, variables)['default'];
    return typeof value === 'string' ? value : text;
  });
}

function variableOf(name: string, variables: Json | undefined): JsonObject {
  const variable = isJsonObject(variables) ? variables[name] : undefined;
  return isJsonObject(variable) ? variable : {};
}

/** The possible values of a variable: those in its `enum`, which includes the default, or only the default. */
function valuesOf(
  name: string,
  variables: Json | undefined,
): readonly { readonly value: string; readonly path: readonly (string | number)[] }[] {
  const { enum: listed, default: usual } = variableOf(name, variables);
  const path = ['variables', name];
  const found = Array.isArray(listed)
    ? (listed as readonly Json[]).map((value, index) => ({ value, path: [...path, 'enum', index] }))
    : [{ value: usual, path: [...path, 'default'] }];
  return found.flatMap((one) => (typeof one.value === 'string' ? [{ ...one, value: one.value }] : []));
}
