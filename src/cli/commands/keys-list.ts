import type { KeySetName } from '#compiled/manifest.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';
import { requestsJson, jsonFormatOption } from '../arguments/json-format.ts';
import type { Command, CommandArguments, ExitCode } from '../command.ts';
import type { Io } from '../io.ts';
import type { SigningKeyDescription } from '../keys/describe-signing-keys.ts';
import { nameKey } from '../keys/signing-key-step.ts';
import { findProject, loadWorkspace, type Project } from '../project/project.ts';
import { findStateFolder, stateFolderOptions } from '../state/find-state-folder.ts';
import { renderTable } from '../views/render-table.ts';

export const keysListCommand: Command = {
  name: 'keys list',
  summary: 'List the consumer keys of all applications and the signing keys.',
  details:
    'Shows for each key set its consumer key, the number of its secrets, and its file; and for each ' +
    'signing key of the gateway its thumbprint (the `kid` of its tokens), its use, where it is read from, ' +
    'and whether it can be read here. Secrets are never shown.',
  options: {
    ...stateFolderOptions,
    ...jsonFormatOption,
  },
  examples: [
    { command: 'gatewright keys list', does: 'as tables' },
    { command: 'gatewright keys list --format json', does: 'as JSON' },
  ],
  exitCodes: { 0: 'listed', 2: 'the command could not run' },
  run: listKeys,
};

/** A consumer key of an application, and the number of valid secrets. */
interface KeySetDescription {
  readonly application: string;
  readonly keySet: KeySetName;
  readonly consumerKey: string;
  readonly secrets: number;
  /** The path as the user would type it in the current folder. */
  readonly file: string;
}

async function listKeys(args: CommandArguments, io: Io): Promise<ExitCode> {
  const asJson = requestsJson(args);
  const project = await findProject(args, io);
  const workspace = await loadWorkspace(project);
  const { describeSigningKeys } = await import('../keys/describe-signing-keys.ts');
  const stateFolder = await findStateFolder(args, io);
  const keySets = describeKeySets(workspace, project);
  const signingKeys = await describeSigningKeys(project, workspace.gateway.value, stateFolder, io);
  io.stdout.write(
    asJson
      ? `${JSON.stringify({ keySets, signingKeys }, null, 2)}\n`
      : renderTables(keySets, signingKeys, io),
  );
  return 0;
}

/** The key sets, sorted by application, production first. */
function describeKeySets({ applications }: Workspace, { show }: Project): readonly KeySetDescription[] {
  const sorted = applications.toSorted((a, b) => (a.value.name < b.value.name ? -1 : 1));
  return sorted.flatMap(({ value: { name, keys }, place }) =>
    (['production', 'sandbox'] as const).flatMap((keySet) => {
      const { consumerKey, secretDigests = [] } = keys?.[keySet] ?? {};
      if (consumerKey === undefined) return [];
      return [
        { application: name, keySet, consumerKey, secrets: secretDigests.length, file: show(place.file) },
      ];
    }),
  );
}

function renderTables(
  keySets: readonly KeySetDescription[],
  signingKeys: readonly SigningKeyDescription[],
  { stdout: { paint } }: Io,
): string {
  const keySetRows = keySets.map(({ application, keySet, consumerKey, secrets, file }) => [
    application,
    keySet,
    consumerKey,
    String(secrets),
    file,
  ]);
  const keyRows = signingKeys.map(({ keyId = '-', use, key, problem }) => [
    keyId,
    use,
    problem === undefined ? nameKey({ key }) : `${nameKey({ key })} (${problem})`,
  ]);
  return [
    paint('bold', 'Consumer keys'),
    ...renderTable([['Application', 'Key set', 'Consumer key', 'Secrets', 'File'], ...keySetRows]),
    '',
    paint('bold', 'Signing keys'),
    ...renderTable([['Key', 'Use', 'From'], ...keyRows]),
    '',
  ].join('\n');
}
