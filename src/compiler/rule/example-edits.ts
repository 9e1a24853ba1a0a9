import type { ExampleEdit } from './define-rule.ts';

const gatewayFile = 'gateway.config.yaml';
const apiFile = 'apis/dog_park/v1/api.yaml';
export const definitionFile = 'apis/dog_park/v1/openapi.yaml';
export const subscriptionsFile = 'apis/dog_park/v1/subscriptions.yaml';
export const applicationFile = 'applications/dog_walker.yaml';
export const tiersFile = 'tiers.yaml';
export const usersFile = 'users/ada.yaml';

export function editGateway(replace: string, by: string): ExampleEdit {
  return { file: gatewayFile, replace, by };
}

export function editApi(replace: string, by: string): ExampleEdit {
  return { file: apiFile, replace, by };
}

/** Changes the OpenAPI document; the first match is replaced. */
export function editDefinition(replace: string, by: string): ExampleEdit {
  return { file: definitionFile, replace, by };
}

/** Replaces the OpenAPI document by one of Swagger 2.0 with one operation, whose only parameter is given as YAML. */
export function swaggerParameter(parameter: string): ExampleEdit {
  const content = `swagger: '2.0'
info: { title: Dog park, version: '1' }
paths:
  /dogs:
    get:
      parameters:
        - ${parameter}
      responses:
        '200': { description: The dogs. }
`;
  return { file: definitionFile, content };
}

export function editSubscription(replace: string, by: string): ExampleEdit {
  return { file: subscriptionsFile, replace, by };
}

export function editApplication(replace: string, by: string): ExampleEdit {
  return { file: applicationFile, replace, by };
}

/** Adds an identity provider, the fields besides its kind given as lines of YAML. */
export function addProvider(name: string, fields: string): ExampleEdit {
  return {
    file: `identity-providers/${name}.yaml`,
    content: `kind: IdentityProvider\nname: ${name}\n${fields}`,
  };
}

/** Adds a team, the fields besides its name given as lines of YAML. */
export function addTeam(name: string, fields: string): ExampleEdit {
  return { file: `teams/${name}.yaml`, content: `kind: Team\nname: ${name}\n${fields}` };
}

interface ExampleApi {
  readonly name?: string;
  readonly context?: string;
  readonly version?: string;
  readonly state?: string;
  readonly production?: string;
}

/** Adds an API in a folder such as `dog_park/v2`: by default version v2 of the dog park, which `fields` override. */
export function addApi(folder: string, fields: ExampleApi = {}): ExampleEdit {
  const { name = 'DogPark', context = '/dog_park', version = 'v2', state = 'published' } = fields;
  const { production = `https://${folder.replace('/', '-').replace('_', '-')}.internal.example.edu` } =
    fields;
  const content = `kind: Api
name: ${name}
context: ${context}
version: ${version}
state: ${state}
owner: parks-team
definition: ../../dog_park/v1/openapi.yaml
endpoints:
  production: { url: ${production} }
`;
  return { file: `apis/${folder}/api.yaml`, content };
}

type Files = Readonly<Record<string, string>>;

/** The files after all edits of an example, in order. Throws if a text to replace is missing. */
export function applyExampleEdits(files: Files, edits: readonly ExampleEdit[]): Files {
  return edits.reduce(applyEdit, files);
}

function applyEdit(files: Files, edit: ExampleEdit): Files {
  if ('content' in edit) return { ...files, [edit.file]: edit.content };
  if ('isGone' in edit)
    return Object.fromEntries(Object.entries(files).filter(([file]) => file !== edit.file));
  const text = files[edit.file];
  if (!text?.includes(edit.replace))
    throw new Error(`${edit.file} does not hold ${JSON.stringify(edit.replace)}`);
  return { ...files, [edit.file]: text.replace(edit.replace, () => edit.by) };
}
