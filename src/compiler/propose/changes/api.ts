import { basename, join } from 'node:path/posix';
import { apiKey } from '#compiled/api-key.ts';
import type { NewApi, NewApiVersion, ProposedEndpoints } from '#compiled/proposals/proposed-change.ts';
import { isPlainHttp } from '#compiler/workspace/urls/url.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';
import { ChangeError } from '../change-error.ts';
import { checkLines, checkName } from '../checked-text.ts';
import { declarationsFolder } from '../declarations-folder.ts';
import { findApi } from '../find-declared.ts';
import { type ChangeContext, type ProposedEdit, refuseKnown } from '../proposed-edit.ts';
import { type NewDeclaration, renderDeclaration } from '../render-declaration.ts';

type ApiIdentity = Readonly<Record<'name' | 'context' | 'version', string>>;

/** The fields of a new API version. */
export interface DescribedApi extends ApiIdentity {
  readonly owner: string;
  /** The path of its document, relative to its declaration. */
  readonly definition: string;
  /** Whether only its owners see it until it is published. */
  readonly isDraft?: boolean | undefined;
  readonly endpoints: ProposedEndpoints & {
    /** For URLs of plain HTTP. */
    readonly allowPlainHttp?: { readonly reason: string };
  };
}

const formats: Readonly<Record<keyof ApiIdentity, { readonly format: RegExp; readonly help: string }>> = {
  name: { format: /^[A-Z][A-Za-z0-9_]*$/, help: 'Write it in UpperCamelCase: DogPark.' },
  context: { format: /^\/[a-z0-9_]+$/, help: 'Write it in snake_case: /dog_park.' },
  version: { format: /^v?\d+(\.\d+)*$/, help: 'Write it as a number: v1.' },
};

/**
 * Returns a part of the identity of an API, which is also the name of a folder. Throws a ChangeError if its format is
 * wrong.
 */
export function checkedIdentity(field: keyof ApiIdentity, value: string): string {
  const { format, help } = formats[field];
  checkName(value, { noun: `${field} for an API`, field, format, help });
  return value;
}

/** The folder for a new version of an API. Throws a ChangeError if the identity is malformed or already exists. */
export function folderOfApi(
  workspace: Pick<Workspace, 'names' | 'applications' | 'apis'>,
  identity: ApiIdentity,
): string {
  const { name, context, version } = identity;
  checkedIdentity('name', name);
  checkedIdentity('context', context);
  checkedIdentity('version', version);
  const key = apiKey(identity);
  if (workspace.names.Api.has(key))
    throw new ChangeError(
      `The API ${key} already exists.`,
      'Choose another version or another name.',
      'version',
    );
  return `${declarationsFolder(workspace)}apis${context}/${version}`;
}

/** The declaration of a new version of an API, in its folder. Throws a ChangeError if a text is not valid. */
export function declareApi(
  folder: string,
  {
    name,
    context,
    version,
    owner,
    definition,
    isDraft,
    endpoints: { production, sandbox, allowPlainHttp },
  }: DescribedApi,
): NewDeclaration & { readonly declaration: { readonly kind: 'Api' } } {
  checkLines('owner', [owner], 'owner');
  checkLines('production endpoint', [production], 'production');
  checkLines('sandbox endpoint', sandbox === undefined ? [] : [sandbox], 'sandbox');
  if (allowPlainHttp) checkLines('reason', [allowPlainHttp.reason]);
  const endpoint = (url: string) => ({ url, ...(isPlainHttp(url) && allowPlainHttp && { allowPlainHttp }) });
  const endpoints = {
    production: endpoint(production),
    ...(sandbox !== undefined && { sandbox: endpoint(sandbox) }),
  };
  const declaration = {
    kind: 'Api',
    name,
    context,
    version,
    state: isDraft === true ? 'created' : 'published',
    owner,
    definition,
    endpoints,
  } as const;
  return { declaration, file: `${folder}/api.yaml` };
}

/** Adds an API, with its document next to its declaration. */
export function addApi(workspace: Workspace, change: NewApi, context: ChangeContext): ProposedEdit {
  const identity = { ...change, context: `/${change.context.replace(/^\//, '')}` };
  return addVersion(workspace, { ...identity, declared: {} }, context);
}

interface AddedVersion extends Omit<DescribedApi, 'definition'> {
  /** The text of the document. */
  readonly definition: string;
  readonly acceptsErrors?: boolean | undefined;
  /** Further fields of the declaration. */
  readonly declared: object;
}

function addVersion(
  workspace: Workspace,
  { declared, acceptsErrors, ...described }: AddedVersion,
  { schemas }: ChangeContext,
): ProposedEdit {
  const folder = folderOfApi(workspace, described);
  const text = tidyText(described.definition);
  const document = join(folder, `openapi.${isJson(text) ? 'json' : 'yaml'}`);
  const added = declareApi(folder, { ...described, definition: `./${basename(document)}` });
  const declaration = { ...added.declaration, ...declared };
  const files = {
    [added.file]: renderDeclaration({ ...added, declaration }, schemas),
    [document]: text,
  };
  refuseKnown(workspace, Object.keys(files));
  return {
    files,
    ...(acceptsErrors === true && { acceptsErrorsIn: document }),
    declares: [{ list: 'apis', key: apiKey(described), value: declaration }],
  };
}

/** Changes line breaks to LF: browsers send CR LF, whatever the document has. */
export function tidyText(text: string): string {
  const plain = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  return plain.endsWith('\n') ? plain : `${plain}\n`;
}

/** Whether a document is in JSON, and not in YAML. */
export function isJson(text: string): boolean {
  return /^\s*\{/.test(text);
}

/** What a version takes from the one that it follows: nothing that names its operations or gives access to them. */
const inherited = [
  'visibility',
  'description',
  'tags',
  'callerAssertion',
  'cors',
  'validation',
  'maxBodyBytes',
  'pathEncoding',
  'streams',
  'limit',
  'addressLimit',
] as const;

/** Adds a version of an API, with what it takes from the version that it follows. */
export function addApiVersion(
  workspace: Workspace,
  change: NewApiVersion,
  context: ChangeContext,
): ProposedEdit {
  const { value } = findApi(workspace, change.follows);
  const { name, context: path, owner } = value;
  const declared = Object.fromEntries(
    inherited.flatMap((field) => (value[field] === undefined ? [] : [[field, value[field]]])),
  );
  const { version, definition, acceptsErrors, isDraft, endpoints } = change;
  const described = { name, context: path, version, owner, definition, acceptsErrors, isDraft, endpoints };
  return addVersion(workspace, { ...described, declared }, context);
}
