import { type NodeType, shapeAt } from '#openapi/grammar.ts';

/** The objects of OpenAPI that contain no reference, named as in the specification. */
type PlainObject =
  | 'Info'
  | 'Contact'
  | 'License'
  | 'Server'
  | 'ServerVariable'
  | 'Responses'
  | 'Tag'
  | 'ExternalDocumentation'
  | 'XML'
  | 'OAuthFlows'
  | 'OAuthFlow';

export type ObjectType = NodeType | PlainObject;

/** The type of the object at a path of keys from the root of a document; an item of a list is `*`. */
export function objectTypeAt(path: readonly string[]): ObjectType | undefined {
  const shape = shapeAt(
    'Document',
    path.map((key) => (key === '*' ? '0' : key)),
  );
  if (shape?.as === 'one') return shape.type;
  if (shape?.as === 'map' && path.at(-1) === 'responses' && path.length > 2) return 'Responses';
  return shape ? undefined : plainObjectAt(path);
}

/** The type of an object by the name of the member that contains it, or that contains a list or map of such objects. */
function plainObjectAt(path: readonly string[]): ObjectType | undefined {
  const [around = '', last = ''] = path.slice(-2);
  const key = path.length === 1 ? around : last;
  return byMember[key] ?? (key === '*' ? byList[around] : byMap[around]);
}

const byMember: Readonly<Record<string, PlainObject>> = {
  info: 'Info',
  contact: 'Contact',
  license: 'License',
  externalDocs: 'ExternalDocumentation',
  server: 'Server',
  xml: 'XML',
  flows: 'OAuthFlows',
};

const byList: Readonly<Record<string, PlainObject>> = { servers: 'Server', tags: 'Tag' };

const byMap: Readonly<Record<string, PlainObject>> = { variables: 'ServerVariable', flows: 'OAuthFlow' };
