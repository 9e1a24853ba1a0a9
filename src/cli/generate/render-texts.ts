import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** A folder of files in other languages, and the module that contains their texts. */
interface TextFolder {
  /** Its path in `src/`. */
  readonly folder: string;
  /** The path of the module in `src/`. */
  readonly module: string;
  readonly constant: string;
  readonly purpose: string;
}

const folders: readonly TextFolder[] = [
  {
    folder: 'export/envoy/program',
    module: 'export/envoy/program/program-texts.ts',
    constant: 'programTexts',
    purpose: 'The program that Envoy runs for each call, by the names of its files.',
  },
  {
    folder: 'cli/new-repository/template',
    module: 'cli/new-repository/template-files.ts',
    constant: 'templateFiles',
    purpose: 'The files that `gatewright init` creates, by path.',
  },
  {
    folder: 'cli/ci/templates',
    module: 'cli/ci/template-texts.ts',
    constant: 'templates',
    purpose: 'The pipelines and the hook that `gatewright init` adds, with names in place of values.',
  },
];

/**
 * The modules that contain the texts of files in other languages, by path in `src/` of the working directory. A module works in Node, in the
 * bundle and in the single executable, and its importers need not read files.
 */
export async function renderTexts(): Promise<Readonly<Record<string, string>>> {
  const modules = await Promise.all(folders.map(renderModule));
  return Object.fromEntries(modules);
}

async function renderModule({ folder, module, constant, purpose }: TextFolder): Promise<[string, string]> {
  const root = join('src', folder);
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = paths
    .map((path) => relative(root, path))
    .filter((file) => !file.endsWith('.ts'))
    .toSorted();
  const members = files.map(async (file) =>
    renderMember(file, withoutHeader(await readFile(join(root, file), 'utf8'))),
  );
  const lines = [
    `// \`npm run generate\` writes this file from those in \`${folder}/\`.`,
    `/** ${purpose} */`,
    `export const ${constant} = {`,
    ...(await Promise.all(members)),
    '};',
  ];
  return [module, `${lines.join('\n')}\n`];
}

/** Removes the header of a Lua file, whose lines begin with three hyphens: it is only for readers of that file. */
function withoutHeader(text: string): string {
  return text.replace(/^(?:---.*\n)+/, '');
}

/** A member of the object, in the layout of the formatter. */
function renderMember(name: string, text: string): string {
  const line = `  ${quote(name)}: ${quote(text)},`;
  return line.length > 110 ? line.replace(': ', ':\n    ') : line;
}

function quote(text: string): string {
  const mark = text.split("'").length > text.split('"').length ? '"' : "'";
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll(mark, `\\${mark}`);
  return mark + escaped + mark;
}
