import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';

/** An operation as read by the standard, without the product's code. */
export interface PlainOperation {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly body: string;
  readonly responses: readonly string[];
  readonly security: readonly string[];
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

/** Reads every operation of a document that refers to nothing outside itself, sorted by path and method. */
export function readPlainly(root: JsonObject): readonly PlainOperation[] {
  const found = Object.entries(object(root['paths'])).flatMap(([path, item]) =>
    path.startsWith('/') ? operationsOf(root, path, object(item)) : [],
  );
  return found.toSorted((a, b) => compare(keyOf(a), keyOf(b)));
}

function operationsOf(root: JsonObject, path: string, item: JsonObject): readonly PlainOperation[] {
  const own = methods.filter((method) => isJsonObject(item[method]));
  const additional = Object.entries(object(item['additionalOperations'])).filter(
    ([method]) => !own.includes(method.toLowerCase()),
  );
  const all = [...own.map((method) => [method, item[method]] as const), ...additional];
  return all.map(([method, operation]) =>
    readOperation(root, `${method.toUpperCase()} ${path}`, item, object(operation)),
  );
}

function readOperation(
  root: JsonObject,
  name: string,
  item: JsonObject,
  operation: JsonObject,
): PlainOperation {
  const all = new Map<string, JsonObject>();
  for (const parameter of [...list(operation['parameters']), ...list(item['parameters'])]) {
    const found = target(root, parameter);
    const [where, called] = [textOf(found['in']), textOf(found['name'])];
    const key = where === 'header' ? called.toLowerCase() : called;
    if (!all.has(`${where} ${key}`)) all.set(`${where} ${key}`, found);
  }
  return {
    name,
    parameters: [...all.values()]
      .filter(isParameter)
      .map((one) => parameterText(root, one))
      .toSorted(),
    body: 'swagger' in root ? swaggerBody(root, operation, [...all.values()]) : bodyText(root, operation),
    responses: responsesOf(root, operation),
    security: list(operation['security'] ?? root['security'])
      .map(requirementText)
      .toSorted(),
  };
}

function isParameter({ in: where, name }: JsonObject): boolean {
  if (!['path', 'query', 'header', 'cookie'].includes(textOf(where))) return false;
  return (
    where !== 'header' || !['accept', 'authorization', 'content-type'].includes(textOf(name).toLowerCase())
  );
}

function parameterText(root: JsonObject, parameter: JsonObject): string {
  const { required } = parameter;
  const [where, name] = [textOf(parameter['in']), textOf(parameter['name'])];
  const isRequired = where === 'path' || required === true;
  return [where, name, isRequired ? 'required' : 'optional', writingText(root, parameter)].join(' ');
}

function writingText(root: JsonObject, parameter: JsonObject): string {
  const isInHead = parameter['in'] === 'path' || parameter['in'] === 'header';
  if ('swagger' in root) return swaggerWriting(textOf(parameter['collectionFormat'] ?? 'csv'), isInHead);
  const [mediaType] = Object.keys(object(parameter['content']));
  if (mediaType !== undefined) return isJson(mediaType) ? 'json' : 'opaque';
  const style = textOf(parameter['style'] ?? (isInHead ? 'simple' : 'form'));
  return `${style}${(parameter['explode'] ?? (style === 'form' || style === 'cookie')) === true ? '*' : ''}`;
}

function swaggerWriting(format: string, isInHead: boolean): string {
  if (format === 'multi') return 'form*';
  const separated: Record<string, string> = {
    ssv: 'spaceDelimited',
    tsv: 'tabDelimited',
    pipes: 'pipeDelimited',
  };
  return separated[format] ?? (isInHead ? 'simple' : 'form');
}

function bodyText(root: JsonObject, { requestBody }: JsonObject): string {
  if (!isJsonObject(requestBody)) return 'none';
  const body = target(root, requestBody);
  return `${body['required'] === true ? 'required' : 'optional'} ${typesIn(body).join(' ')}`;
}

function swaggerBody(root: JsonObject, operation: JsonObject, parameters: readonly JsonObject[]): string {
  const whole = parameters.find((one) => one['in'] === 'body');
  const fields = parameters.filter((one) => one['in'] === 'formData');
  if (!whole && fields.length === 0) return 'none';
  const isRequired = whole ? whole['required'] === true : fields.some(({ required }) => required === true);
  const types = list(operation['consumes'] ?? root['consumes']).map(String);
  return `${isRequired ? 'required' : 'optional'} ${(types.length > 0 ? types : ['any']).map(bare).toSorted().join(' ')}`;
}

function responsesOf(root: JsonObject, operation: JsonObject): readonly string[] {
  return Object.entries(object(operation['responses']))
    .filter(([status]) => !status.startsWith('x-'))
    .map(([status, response]) => {
      const found = target(root, response);
      const types = 'swagger' in root ? producedIn(root, operation, found) : typesIn(found);
      return [status.toUpperCase(), ...types].join(' ');
    })
    .toSorted();
}

function producedIn(root: JsonObject, operation: JsonObject, { schema }: JsonObject): readonly string[] {
  if (schema === undefined) return [];
  const types = list(operation['produces'] ?? root['produces']).map(String);
  return (types.length > 0 ? types : ['any']).map(bare).toSorted();
}

function typesIn({ content }: JsonObject): readonly string[] {
  return Object.keys(object(content)).map(bare).toSorted();
}

function requirementText(requirement: Json): string {
  return Object.entries(object(requirement))
    .map(([scheme, scopes]) => [scheme, ...list(scopes).map(String)].join(' '))
    .toSorted()
    .join(' and ');
}

function target(root: JsonObject, value: Json | undefined): JsonObject {
  let found = object(value);
  while (typeof found['$ref'] === 'string') {
    const tokens = decodeURIComponent(found['$ref']).slice(2).split('/');
    const names = tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
    found = object(names.reduce<Json>((holder, name) => object(holder)[name] ?? {}, root));
  }
  return found;
}

export function bare(mediaType: string): string {
  return (mediaType.split(';')[0] ?? '').trim().toLowerCase();
}

function isJson(mediaType: string): boolean {
  return /[/+]json$/.test(bare(mediaType));
}

function keyOf({ name }: PlainOperation): string {
  const [method = '', path = ''] = name.split(' ');
  return `${path} ${method}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function object(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}
