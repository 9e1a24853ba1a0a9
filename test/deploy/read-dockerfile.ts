/** An instruction of a Dockerfile, and what follows its name, with the lines joined that belong together. */
export interface Instruction {
  readonly name: string;
  readonly value: string;
}

/** The instructions of a Dockerfile in order, without comments. */
export function readDockerfile(text: string): readonly Instruction[] {
  const lines = text.split('\n').filter((line) => !line.startsWith('#'));
  const joined = lines.join('\n').replaceAll(/\\\n\s*/g, '');
  return joined
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', value = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
      return { name, value };
    });
}

/** The words of an instruction that is given as a JSON array, the last one of its name. */
export function wordsOf(instructions: readonly Instruction[], name: string): readonly string[] {
  const value = instructions.findLast((instruction) => instruction.name === name)?.value ?? '';
  return JSON.parse(value.slice(value.indexOf('['))) as readonly string[];
}
