import { isJsonObject } from '#compiled/json.ts';
import { load } from '#compiler/load/load.ts';
import { defaultSizes } from '#compiler/load/files/source-files.ts';
import { parseSource } from '#compiler/load/syntax/parse-source.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';
import type { SourceTree } from '#source/source-tree.ts';

/** The configuration with which OpenAPI documents are checked without other declarations. */
export interface DocumentSettings {
  /** Relative to the same folder as the paths in findings. */
  readonly configFile: string;
  readonly text: string;
  /** Whether the file was written by the user, so that its errors are reported. */
  readonly isWritten: boolean;
  /** The origin of the settings: a project, a configuration with only lint settings, or no configuration. */
  readonly origin: 'project' | 'settings' | 'nowhere';
}

const inventedFile = 'gatewright-lint-config.yaml';

type Gateway = Workspace['gateway']['value'];
type Settings = Pick<Gateway, 'lint' | 'sizes'>;

function inventSettings({ lint, sizes }: Settings, origin: DocumentSettings['origin']): DocumentSettings {
  const text = JSON.stringify({ ...lacking, ...(lint && { lint }), ...(sizes && { sizes }) });
  return { configFile: inventedFile, text, isWritten: false, origin };
}

/** The members that a gateway needs in addition to the lint settings. */
const lacking = {
  kind: 'Gateway',
  format: 1,
  organisation: 'Example',
  deployments: { production: { gatewayUrl: 'https://api.example.edu' } },
} as const satisfies Gateway;

/** The settings for documents without a configuration: their users have chosen neither conventions nor this gateway. */
export const defaultSettings = inventSettings(
  { lint: { extends: 'recommended', rules: { 'security-bearer': 'warning' } } },
  'nowhere',
);

/** The settings of a configuration in a tree; undefined if it has errors. */
export async function readDocumentSettings(
  tree: SourceTree,
  configFile: string,
): Promise<DocumentSettings | undefined> {
  const read = await tree.read(configFile, defaultSizes.declarationBytes);
  const value = read.ok ? await readMapping(configFile, read.text) : undefined;
  if (read.ok && value && isOnlyLintSettings(value)) return completeSettings(configFile, read.text, value);
  // Omits the other declarations, which can be many and do not affect a document.
  const { workspace } = await load({ ...tree, list: () => Promise.resolve([]) }, configFile);
  return workspace && inventSettings(workspace.gateway.value, 'project');
}

/** Whether a configuration contains only lint settings, so that it declares no gateway. */
export async function hasOnlyLintSettings(file: string, text: string): Promise<boolean> {
  // Fast path: nearly every configuration has deployments, and need not be parsed.
  if (/\bdeployments\b/.test(text)) return false;
  const value = await readMapping(file, text);
  return value !== undefined && isOnlyLintSettings(value);
}

type Mapping = Readonly<Record<string, unknown>>;

/** The only document of a file; undefined if it has errors or is not a mapping. */
async function readMapping(file: string, text: string): Promise<Mapping | undefined> {
  const { documents, problems } = await parseSource(file, text);
  const value = documents[0]?.value;
  return problems.length === 0 && documents.length === 1 && isJsonObject(value) ? value : undefined;
}

const fieldsOfLint: readonly string[] = ['kind', 'format', 'lint', 'sizes'];

function isOnlyLintSettings(value: Mapping): boolean {
  return Object.keys(value).every((key) => fieldsOfLint.includes(key));
}

/** Appends the members that a gateway needs, so that all other members stay on their lines. */
async function completeSettings(configFile: string, text: string, value: Mapping): Promise<DocumentSettings> {
  const added = Object.entries(lacking).filter(([key]) => !Object.hasOwn(value, key));
  const lines = added.map(([key, field]) => `${key}: ${JSON.stringify(field)}`);
  const end = text.lastIndexOf('}');
  const candidates = [
    `${text}\n${lines.join('\n')}\n`,
    `${text.slice(0, end)}\n,${JSON.stringify(Object.fromEntries(added)).slice(1, -1)}${text.slice(end)}`,
  ];
  for (const candidate of candidates) {
    const keys = Object.keys((await readMapping(configFile, candidate)) ?? {});
    if (Object.keys(lacking).every((key) => keys.includes(key)))
      return { configFile, text: candidate, isWritten: true, origin: 'settings' };
  }
  return inventSettings(value, 'settings');
}
