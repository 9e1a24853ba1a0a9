import type { ProposedApi, NewApi } from '#compiled/proposals/proposed-change.ts';
import { declareApi } from '#compiler/propose/changes/api.ts';
import { renderDeclaration } from '#compiler/propose/render-declaration.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import { check } from '#pipeline.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';

/** The settings that an API is linted with: the text of the Gateway document, and the time in milliseconds since 1970. */
export interface LintSettings {
  readonly config: string;
  readonly now: number;
}

const folder = 'apis/proposed';
const configFile = 'gateway.config.yaml';

/**
 * Lints a new API without the existing declarations; the preview checks it together with them. Empty fields are taken
 * from `proposed`; if a field is still missing, only the document is linted. The files of the diagnostics are
 * `api.yaml`, and `openapi.yaml` or `openapi.json`. Throws a ChangeError if a field has several lines.
 */
export async function lintProposedApi(
  api: NewApi,
  proposed: ProposedApi,
  { config, now }: LintSettings,
): Promise<readonly Diagnostic[]> {
  const document = `openapi.${/^\s*\{/.test(api.definition) ? 'json' : 'yaml'}`;
  const declared = declareDraft(api, proposed, document);
  const text = renderDeclaration(declared, new Set());
  const files = { [configFile]: config, [declared.file]: text, [`${folder}/${document}`]: api.definition };
  // The globs of the configuration may not match the folder.
  const tree = { ...memorySourceTree(files), list: async () => [declared.file] };
  const { diagnostics } = await check(tree, configFile, { now });
  const linted = isWhole(api, proposed) ? [document, 'api.yaml'] : [document];
  return diagnostics
    .map((found) => ({ ...found, at: { ...found.at, file: found.at.file.replace(`${folder}/`, '') } }))
    .filter(({ at }) => linted.includes(at.file));
}

function declareDraft(api: NewApi, proposed: ProposedApi, document: string) {
  const context = fieldOf(api.context, proposed.context) || '/proposed';
  return declareApi(folder, {
    name: fieldOf(api.name, proposed.name) || 'Proposed',
    context: `/${context.replace(/^\//, '')}`,
    version: fieldOf(api.version, proposed.version) || 'v1',
    owner: api.owner,
    definition: `./${document}`,
    endpoints: {
      production: fieldOf(api.endpoints.production, proposed.production) || 'https://proposed.example.org',
      sandbox: api.endpoints.sandbox,
    },
  });
}

function isWhole({ name, context, version, endpoints }: NewApi, proposed: ProposedApi): boolean {
  return [
    fieldOf(name, proposed.name),
    fieldOf(context, proposed.context),
    fieldOf(version, proposed.version),
    fieldOf(endpoints.production, proposed.production),
  ].every((value) => value !== '');
}

function fieldOf(typed: string, proposed: string | undefined): string {
  return typed === '' ? (proposed ?? '') : typed;
}
