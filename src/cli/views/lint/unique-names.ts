/**
 * The names, each made its own: the second of the same name gets `#2` behind it, the third `#3`. A reader that keys
 * by name shows the first of the same name and drops the others.
 */
export function uniqueNames(names: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  const taken = new Set(names);
  return names.map((name) => {
    let count = (counts.get(name) ?? 0) + 1;
    while (count > 1 && taken.has(`${name}#${count}`)) count += 1;
    counts.set(name, count);
    return count === 1 ? name : `${name}#${count}`;
  });
}
