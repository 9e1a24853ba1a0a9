import { allLists } from '#compiled/manifest.ts';
import { kebabCase, kinds, type Kind } from '#compiler/declaration/kinds.ts';

/**
 * The registries of the compiler's stages, by path in `src/compiler/`. Each imports one file from each folder in
 * `kinds/`, so that the stages do not import each other.
 */
export function renderRegistries(): Readonly<Record<string, string>> {
  return {
    'declaration/kind-schemas.ts': renderRegistry({
      imports: kinds.map((kind) => importOf(`${kind}Schema`, kind, 'declaration')),
      start: '/** The schema of each kind of declaration. */\nexport const kindSchemas = {',
      items: kinds.map((kind) => `${kind}: ${kind}Schema`),
      end: '} as const;',
    }),
    'compile/list-compilers.ts': renderRegistry({
      imports: [
        ...allLists.map(({ name, kind }) => importOf(compilerOf(name), kind, 'compile')),
        "import type { ListCompilers } from './compilation.ts';",
      ],
      start:
        '/** How the entries of each list of the manifest are compiled. */\nexport const listCompilers: ListCompilers = {',
      items: allLists.map(({ name }) => `${name}: ${compilerOf(name)}`),
      end: '};',
    }),
    'plan/kind-changes.ts': renderRegistry({
      imports: [
        ...kinds.map((kind) => importOf(`${uncapitalise(kind)}Changes`, kind, 'changes')),
        "import type { FindChanges } from './comparison.ts';",
      ],
      start:
        '/** How the changes of each kind are found. */\nexport const kindChanges: readonly FindChanges[] = [',
      items: kinds.map((kind) => `${uncapitalise(kind)}Changes`),
      end: '];',
    }),
    'plan/declaration-change-kinds.ts': renderRegistry({
      imports: kinds.map((kind) => importOf(`${uncapitalise(kind)}ChangeKinds`, kind, 'change-kinds')),
      start:
        '/** Every kind of change of a declaration, and what is sensitive about it. */\nexport const declarationChangeKinds = {',
      items: kinds.map((kind) => `...${uncapitalise(kind)}ChangeKinds`),
      end: '} as const;\n\n/** The id of a kind of change of a declaration. */\nexport type DeclarationChangeId = keyof typeof declarationChangeKinds;',
    }),
  };
}

interface Registry {
  readonly imports: readonly string[];
  readonly start: string;
  readonly items: readonly string[];
  readonly end: string;
}

const generated =
  '// `npm run generate` writes this file from the registry of kinds in `compiled/manifest.ts`.';

function renderRegistry({ imports, start, items, end }: Registry): string {
  const lines = items.map((item) => `  ${item},`);
  return `${[generated, ...imports, '', start, ...lines, end].join('\n')}\n`;
}

function importOf(name: string, kind: Kind, file: string): string {
  return `import { ${name} } from '#compiler/kinds/${kebabCase(kind)}/${file}.ts';`;
}

function compilerOf(list: string): string {
  return `compile${list.charAt(0).toUpperCase()}${list.slice(1)}`;
}

function uncapitalise(kind: Kind): string {
  return kind.charAt(0).toLowerCase() + kind.slice(1);
}
