import { templates } from './template-texts.ts';

/**
 * Returns a file of `templates/` with each `<name>` replaced by its value. Each further line of a value gets the text
 * that precedes the name in the template. Throws if a name has no value.
 */
export function fillTemplate(file: keyof typeof templates, values: Readonly<Record<string, string>>): string {
  const lines = templates[file].split('\n').map((line) => fillLine(line, values));
  return lines.join('\n');
}

function fillLine(line: string, values: Readonly<Record<string, string>>): string {
  return line.replaceAll(/<([a-z-]+)>/g, (_name, name: string, start: number) => {
    const value = values[name];
    if (value === undefined) throw new TypeError(`A template names ${name}, which has no value.`);
    return value.replaceAll('\n', () => `\n${line.slice(0, start)}`);
  });
}
