/** The lines of a unit of systemd by their names, each name with all of its values in order. */
export function readUnit(text: string): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [, name = '', value = ''] = /^([A-Za-z]+)=(.*)$/.exec(line) ?? [];
    if (name !== '') values.set(name, [...(values.get(name) ?? []), value]);
  }
  return values;
}
