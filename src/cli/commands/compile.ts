import { resolve } from 'node:path';
import type { Compiled } from '../../compiled/compiled.ts';
import { writeFileAtomically } from '../../platform/write-file-atomically.ts';
import { buildProject } from '../build-project.ts';
import type { CommandArguments } from '../command-arguments.ts';
import type { Command, ExitCode } from '../command.ts';
import { explainDiskError } from '../explain-disk-error.ts';
import type { Io } from '../io.ts';
import { configOption, deploymentOption, findProject } from '../project.ts';
import { renderForHumans } from '../views/human.ts';
import { renderContents } from '../views/render-counts.ts';

export const compileCommand: Command = {
  name: 'compile',
  summary: 'Turn everything declared into one route table.',
  details:
    'Lints as `gatewright lint` does and, where nothing is wrong, writes the route table that the gateway runs: ' +
    'canonical JSON, so that equal declarations give equal bytes. `gatewright run --table FILE` runs it.',
  options: {
    ...configOption,
    ...deploymentOption,
    out: {
      type: 'text',
      placeholder: 'FILE',
      summary: 'Where to write the table; standard output if left out.',
    },
  },
  examples: [
    { command: 'gatewright compile --out table.json', does: 'writes the table of the production deployment' },
    {
      command: 'gatewright compile --deployment qa > qa.json',
      does: 'writes the table of another deployment',
    },
  ],
  exitCodes: { 0: 'compiled', 1: 'the declarations have errors', 2: 'it could not run' },
  run: compileProject,
};

async function compileProject(args: CommandArguments, io: Io): Promise<ExitCode> {
  const out = args.text('out');
  const project = await findProject(args, io);
  const { diagnostics, sources, compiled } = await buildProject(project, args);
  if (diagnostics.length > 0) {
    const context = { sources, show: project.show, paint: io.stderr.paint };
    io.stderr.write(renderForHumans(diagnostics, context));
  }
  if (!compiled) return 1;
  await writeCompiled(compiled, out, io);
  return 0;
}

async function writeCompiled(compiled: Compiled, out: string | undefined, io: Io): Promise<void> {
  const { writeTable } = await import('../../compiled/table.ts');
  const table = writeTable(compiled);
  if (out === undefined) io.stdout.write(table);
  else await explainDiskError(out, writeFileAtomically(resolve(io.cwd, out), table));
  const { manifest, digest } = compiled;
  const target = out === undefined ? '' : ` to ${out}`;
  io.stderr.write(`Compiled ${renderContents(manifest)} for ${manifest.deployment}${target}.\n${digest}\n`);
}
