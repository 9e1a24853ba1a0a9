import { resolve } from 'node:path';
import type { Compiled } from '#compiled/compiled.ts';
import { readBytesIfPresent } from '#platform/files/read-file-if-present.ts';
import { writeFileAtomically, writeFilesAtomically } from '#platform/files/write-file-atomically.ts';
import type { TableKey } from '#platform/keys/table-keys.ts';
import type { Command, CommandArguments, ExitCode } from '../command.ts';
import { explainDiskError } from '../explain-disk-error.ts';
import type { Io } from '../io.ts';
import { buildProject } from '../project/build-project.ts';
import { configOption, deploymentOption, findProject } from '../project/project.ts';
import { renderForHumans } from '../lint/views/human.ts';
import { renderContents } from '../views/render-counts.ts';

export const compileCommand: Command = {
  name: 'compile',
  summary: 'Compile all declarations into one route table.',
  details:
    'Runs the checks of `gatewright lint` and, if there are no errors, writes the route table that the ' +
    'gateway runs: canonical JSON, so that equal declarations give equal bytes. `gatewright run --table ' +
    'FILE` runs it; with --verify, the gateway accepts only signed tables.',
  options: {
    ...configOption,
    ...deploymentOption,
    out: {
      type: 'text',
      placeholder: 'FILE',
      summary: 'Where to write the table. Default: standard output.',
    },
    sign: {
      type: 'text',
      placeholder: 'FILE',
      summary:
        'Sign the table with this private key, Ed25519 or P-256 in PEM; the signature is written to FILE.jws next to --out.',
    },
    'sign-env': {
      type: 'text',
      placeholder: 'VARIABLE',
      summary: 'Sign the table with the private key in this environment variable.',
    },
  },
  examples: [
    { command: 'gatewright compile --out table.json', does: 'writes the table of the production deployment' },
    {
      command: 'gatewright compile --deployment qa > qa.json',
      does: 'writes the table of another deployment',
    },
    {
      command: 'gatewright compile --out table.json --sign table-key.pem',
      does: 'also writes table.json.jws, the signature that `gatewright run --verify` checks',
    },
  ],
  exitCodes: { 0: 'compiled', 1: 'the declarations have errors', 2: 'the command could not run' },
  run: compileProject,
};

async function compileProject(args: CommandArguments, io: Io): Promise<ExitCode> {
  const out = args.text('out');
  const key = await findKey(args, io);
  const project = await findProject(args, io);
  const { diagnostics, sources, compiled } = await buildProject(project, args);
  if (diagnostics.length > 0) {
    const context = { sources, show: project.show, paint: io.stderr.paint };
    io.stderr.write(renderForHumans(diagnostics, context));
  }
  if (!compiled) return 1;
  const { writeTable } = await import('#compiled/table.ts');
  const table = writeTable(compiled);
  if (out === undefined) io.stdout.write(table);
  else if (key) await writeSigned(table, out, key, io);
  else await writeUnsigned(table, out, io);
  reportCompiled(compiled, out, key, io);
  return 0;
}

/** The key to sign with; undefined without `--sign` and `--sign-env`, when the code for keys is not loaded either. */
async function findKey(args: CommandArguments, io: Io): Promise<TableKey | undefined> {
  if (args.text('sign') === undefined && args.text('sign-env') === undefined) return undefined;
  const { findTableKey } = await import('../sign-table.ts');
  return findTableKey(args, io);
}

/** The signature is written first, so that it exists when the new table appears. */
async function writeSigned(table: string, out: string, key: TableKey, { cwd }: Io): Promise<void> {
  const { signTableText } = await import('../sign-table.ts');
  const file = resolve(cwd, out);
  const signature = { file: `${file}.jws`, content: await signTableText(table, key) };
  const writing = writeFilesAtomically([signature, { file, content: table }]);
  await explainDiskError(`${out} with ${out}.jws`, writing);
}

async function writeUnsigned(table: string, out: string, { cwd, stderr }: Io): Promise<void> {
  const file = resolve(cwd, out);
  await explainDiskError(out, writeFileAtomically(file, table));
  const before = await readBytesIfPresent(`${file}.jws`).catch(() => undefined);
  if (!before) return;
  const warning = stderr.paint(['yellow', 'bold'], 'warning:');
  stderr.write(
    `${warning} ${out}.jws was not updated and may belong to another table: sign this table with --sign.\n`,
  );
}

function reportCompiled(
  { manifest, digest }: Compiled,
  out: string | undefined,
  key: TableKey | undefined,
  { stderr }: Io,
): void {
  const target = out === undefined ? '' : ` to ${out}`;
  const signed = key && out !== undefined ? `Signed by the key ${key.keyId} in ${out}.jws.\n` : '';
  stderr.write(
    `Compiled ${renderContents(manifest)} for ${manifest.deployment}${target}.\n${digest}\n${signed}`,
  );
}
