/**
 * Each hall: its rooms from the ground up, and the rooms of the hall that each may import besides itself. A room is a folder
 * of the hall, or a file that is directly in it; `*` is the door of the hall, which nothing in the hall imports.
 */
export const secondFloor: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'compiler/lint': {
    coverage: [],
    'find-affected.ts': [],
    'kept-parts.ts': [],
    'reference-index.ts': [],
    'remember-definition.ts': [],
    rules: [],
    'coverage.ts': ['coverage'],
    'declaration-rules.ts': ['rules'],
    'definition-rules.ts': ['rules'],
    'kept-findings.ts': ['kept-parts.ts', 'remember-definition.ts'],
    'rule-run.ts': ['reference-index.ts'],
    'lint-definition.ts': ['find-affected.ts', 'kept-parts.ts', 'reference-index.ts', 'rule-run.ts'],
    'lint-nodes.ts': ['kept-findings.ts'],
    'rules.ts': ['rules', 'declaration-rules.ts', 'definition-rules.ts'],
    'lint.ts': ['kept-parts.ts', 'kept-findings.ts', 'lint-definition.ts', 'lint-nodes.ts', 'rules.ts'],
  },
};

/** What is wrong with an import from one file of `src` to another, in each of the halls that hold both. */
export function mayEnter(file: string, target: string): readonly string[] {
  return Object.entries(secondFloor).flatMap(([hall, rooms]) => {
    const [from, to] = [roomIn(hall, file), roomIn(hall, target)];
    if (from === undefined || to === undefined || from === to) return [];
    if (rooms[from] === undefined) return [`is in no room of ${hall}`];
    return rooms[from].some((allowed) => allowed === '*' || allowed === to)
      ? []
      : [`imports ${hall}/${to}, which ${hall}/${from} may not import`];
  });
}

/** The folder of a hall, or the file directly in it, that a file belongs to. */
export function roomIn(hall: string, file: string): string | undefined {
  return file.startsWith(`${hall}/`) ? file.slice(hall.length + 1).split('/')[0] : undefined;
}
