import type { ParameterNode } from '#openapi/model.ts';
import { oncePerDocument } from '#compiler/rule/once-per.ts';
import { readWords } from '#compiler/rule/words/split-words.ts';

const names = new Set(readWords('accesstoken authtoken authenticationtoken bearertoken oauthtoken'));

/**
 * Names that mean an access token only if the description or a security scheme says so: a `token` may belong to a page
 * or a device.
 */
const openNames = new Set(readWords('token auth authentication authorization apitoken jwt'));
const saysToken = /\b(access|api|auth|authentication|authorization|bearer|oauth)[ -]token\b/i;

/** The last names in the paths of operations on tokens themselves, which issue, check and revoke tokens. */
const ofTokens = /^(oauth|authorize|introspect|revoke|(access|request)?_?tokens?(_?info|_query)?)$/i;

/** The pointers of token parameters of operations on tokens, where the token is data. */
const dataOfTokens = oncePerDocument(
  ({ operations }) =>
    new Set(
      operations
        .filter(({ path }) => ofTokens.test(path.segments.at(-1)?.text ?? ''))
        .flatMap(({ parameters }) => parameters.filter(isOwnToken).map(({ pointer }) => pointer)),
    ),
);

/**
 * Whether a token is the data of one operation. A shared parameter belongs to other operations too, and a header always
 * authorizes the call.
 */
function isOwnToken(parameter: ParameterNode): boolean {
  return parameter.location === 'query' && parameter.pointer.startsWith('/paths/') && hasName(parameter);
}

/** A name in lower case, without separators. */
function wordOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/^x-/, '')
    .replaceAll(/[^a-z]/g, '');
}

/** Whether a token is data: the subject of the operation, or the credentials for another system. */
export function isData(parameter: ParameterNode): boolean {
  const { document, pointer } = parameter;
  if (isAuthorization(parameter)) return false;
  return dataOfTokens(document).has(pointer) || credentialsOf(document).has(pointer);
}

/**
 * Whether a header or a query parameter carries the access token: by the name in RFC 6750, section 2.3, or one with the
 * same meaning.
 */
export function carriesToken(parameter: ParameterNode): boolean {
  const { location } = parameter;
  if (location !== 'header' && location !== 'query') return false;
  return isAuthorization(parameter) || hasName(parameter);
}

/**
 * Whether a parameter is the `Authorization` header. OpenAPI 3 ignores such a parameter; Swagger 2.0 has security
 * schemes for it.
 */
export function isAuthorization({ name, location }: ParameterNode): boolean {
  return location === 'header' && name.toLowerCase() === 'authorization';
}

function hasName(parameter: ParameterNode): boolean {
  const word = wordOf(parameter.name);
  const description = parameter.text('description') ?? '';
  if (openNames.has(word)) return saysToken.test(description) || isOfScheme(parameter);
  return names.has(word) && !isPassword(description);
}

/** Whether a security scheme says that a parameter authorizes calls. */
function isOfScheme({ document, name, location }: ParameterNode): boolean {
  // The names of headers are case-insensitive (RFC 9110, section 5.1).
  const fold = (text = '') => (location === 'header' ? text.toLowerCase() : text);
  return [...document.securitySchemes.values()].some(
    ({ type, apiKey }) =>
      type === 'apiKey' && apiKey.location === location && fold(apiKey.name) === fold(name),
  );
}

/** Whether an API key of this name is a token. */
export function namesToken(name: string): boolean {
  const word = wordOf(name);
  return names.has(word) || openNames.has(word);
}

/**
 * Whether a description means a password: `The password of the server`, but not `The token that the login with a
 * password returns`.
 */
function isPassword(description: string): boolean {
  return /(^|[.>])\s*(the )?password\b(?![^.]*(?<!-)\btoken\b(?!-))/i.test(description);
}

/**
 * The pointers of token parameters of operations that also take the token of a named system, so that all of them are
 * data.
 */
const credentialsOf = oncePerDocument(
  ({ operations }) =>
    new Set(
      operations
        .filter(({ parameters }) => parameters.some(({ name }) => isOfSystem(name)))
        .flatMap(({ parameters }) => parameters.filter(hasName).map(({ pointer }) => pointer)),
    ),
);

/** Whether a name means the token of a named system, such as `kennel_access_token`. */
function isOfSystem(name: string): boolean {
  const word = wordOf(name);
  if (names.has(word) || /^(my|user|api)/.test(word)) return false;
  return [...names].some((token) => word.endsWith(token));
}
