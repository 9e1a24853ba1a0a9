/**
 * The shape of OpenAPI documents (2.0, 3.0, 3.1 and 3.2 in one table): which object belongs where. Members that a type
 * does not list (extensions, examples, defaults, enumerations) are plain data, in which `$ref` is an ordinary key.
 */
export type NodeType =
  | 'Document'
  | 'Components'
  | 'PathItem'
  | 'Operation'
  | 'Parameter'
  | 'RequestBody'
  | 'Response'
  | 'Header'
  | 'MediaType'
  | 'Encoding'
  | 'Example'
  | 'Link'
  | 'Callback'
  | 'SecurityScheme'
  | 'Schema'
  | 'Discriminator'
  | 'SchemaName';

/** The content of a member: a node, a list of nodes, or a map from names to nodes. */
export interface MemberShape {
  readonly type: NodeType;
  readonly as: 'one' | 'list' | 'map';
  /** Set for a map in which names that begin with `x-` are extensions, and thus plain data. */
  readonly extensible?: true;
}

const one = (type: NodeType): MemberShape => ({ type, as: 'one' });
const list = (type: NodeType): MemberShape => ({ type, as: 'list' });
const map = (type: NodeType): MemberShape => ({ type, as: 'map' });
const extensibleMap = (type: NodeType): MemberShape => ({ type, as: 'map', extensible: true });

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'] as const;

const operations = Object.fromEntries(methods.map((method) => [method, one('Operation')]));
const content = { content: map('MediaType') };
const described = { schema: one('Schema'), examples: map('Example'), ...content };

const members: Readonly<Record<NodeType, Readonly<Record<string, MemberShape>>>> = {
  Document: {
    paths: extensibleMap('PathItem'),
    webhooks: map('PathItem'),
    components: one('Components'),
    definitions: map('Schema'),
    parameters: map('Parameter'),
    responses: map('Response'),
    securityDefinitions: map('SecurityScheme'),
  },
  Components: {
    schemas: map('Schema'),
    responses: map('Response'),
    parameters: map('Parameter'),
    examples: map('Example'),
    requestBodies: map('RequestBody'),
    headers: map('Header'),
    securitySchemes: map('SecurityScheme'),
    links: map('Link'),
    callbacks: map('Callback'),
    pathItems: map('PathItem'),
    mediaTypes: map('MediaType'),
  },
  PathItem: { ...operations, additionalOperations: map('Operation'), parameters: list('Parameter') },
  Operation: {
    parameters: list('Parameter'),
    requestBody: one('RequestBody'),
    responses: extensibleMap('Response'),
    callbacks: map('Callback'),
  },
  Parameter: { ...described, items: one('Schema') },
  RequestBody: content,
  Response: { ...content, headers: map('Header'), links: map('Link'), schema: one('Schema') },
  Header: { ...described, items: one('Schema') },
  MediaType: {
    schema: one('Schema'),
    itemSchema: one('Schema'),
    examples: map('Example'),
    encoding: map('Encoding'),
  },
  Encoding: { headers: map('Header') },
  Example: {},
  Link: {},
  Callback: {},
  SecurityScheme: {},
  Schema: {
    properties: map('Schema'),
    patternProperties: map('Schema'),
    dependentSchemas: map('Schema'),
    definitions: map('Schema'),
    $defs: map('Schema'),
    allOf: list('Schema'),
    anyOf: list('Schema'),
    oneOf: list('Schema'),
    prefixItems: list('Schema'),
    items: one('Schema'),
    not: one('Schema'),
    if: one('Schema'),
    // oxlint-disable-next-line unicorn/no-thenable -- the JSON Schema keyword of that name
    then: one('Schema'),
    else: one('Schema'),
    contains: one('Schema'),
    propertyNames: one('Schema'),
    additionalProperties: one('Schema'),
    unevaluatedItems: one('Schema'),
    unevaluatedProperties: one('Schema'),
    contentSchema: one('Schema'),
    discriminator: one('Discriminator'),
  },
  Discriminator: { mapping: map('SchemaName') },
  SchemaName: {},
};

/** The same shapes as maps, since traversals look up every member of a document. */
const grammar = Object.fromEntries(
  Object.entries(members).map(([type, shapes]) => [type, new Map(Object.entries(shapes))]),
) as Readonly<Record<NodeType, Map<string, MemberShape>>>;

/** The shape of a single node of each type. */
const nodes = Object.fromEntries(
  Object.keys(grammar).map((type) => [type, one(type as NodeType)]),
) as Readonly<Record<NodeType, MemberShape>>;

/** The shape of a node's member; undefined if it is plain data. */
export function memberShape(type: NodeType, key: string): MemberShape | undefined {
  if (type === 'Callback') return key.startsWith('x-') ? undefined : nodes.PathItem;
  return grammar[type].get(key);
}

/** The shape of an entry of a map; undefined if it is plain data. */
export function entryShape({ type, extensible }: MemberShape, name: string): MemberShape | undefined {
  return extensible && name.startsWith('x-') ? undefined : nodes[type];
}

/** The shape at the end of a path of keys and indexes from a node; undefined if it is plain data. */
export function shapeAt(type: NodeType, path: readonly string[]): MemberShape | undefined {
  let shape: MemberShape | undefined = nodes[type];
  for (const token of path) shape = shape && stepInto(shape, token);
  return shape;
}

/**
 * The shape of a member or an item. Also allows a single node in place of a list, and a list in place of a schema
 * (`items`).
 */
function stepInto(shape: MemberShape, token: string): MemberShape | undefined {
  if (shape.as === 'map') return entryShape(shape, token);
  const isIndex = /^\d+$/.test(token);
  if (isIndex && (shape.as === 'list' || shape.type === 'Schema')) return nodes[shape.type];
  return memberShape(shape.type, token);
}

/** The sections of a document's components, each with the type of node that it contains. */
export function componentSections(openapi: string): readonly (readonly [NodeType, readonly string[]])[] {
  const sections = openapi === '2.0' ? sectionsOfSwagger : sectionsOfOpenapi;
  return Object.entries(sections).map(([type, section]) => [type as NodeType, section]);
}

/** The section of a document's components that contains reusable nodes of a type; undefined if there is none. */
export function componentSection(type: NodeType, openapi: string): readonly string[] | undefined {
  return (openapi === '2.0' ? sectionsOfSwagger : sectionsOfOpenapi)[type];
}

const sectionsOfSwagger: Readonly<Partial<Record<NodeType, readonly string[]>>> = {
  Schema: ['definitions'],
  Parameter: ['parameters'],
  Response: ['responses'],
};

const sectionsOfOpenapi: Readonly<Partial<Record<NodeType, readonly string[]>>> = {
  Schema: ['components', 'schemas'],
  Parameter: ['components', 'parameters'],
  Response: ['components', 'responses'],
  RequestBody: ['components', 'requestBodies'],
  Header: ['components', 'headers'],
  Example: ['components', 'examples'],
  Link: ['components', 'links'],
  Callback: ['components', 'callbacks'],
  SecurityScheme: ['components', 'securitySchemes'],
};
