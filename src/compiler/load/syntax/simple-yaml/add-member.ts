import { giveUp } from './doubt.ts';

/** The largest index that a member may have as its name. */
const farIndex = '4294967294';

/**
 * Adds a member to a mapping. Repeated keys, merge keys and the name of the prototype are read by the `yaml` package.
 */
export function addMember(mapping: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '<<' || name === '__proto__' || Object.hasOwn(mapping, name)) giveUp();
  if (mayBeIndex(name)) expectFewIndexes(mapping);
  mapping[name] = value;
}

function mayBeIndex(name: string): boolean {
  const first = name.charCodeAt(0);
  return name.length > 2 && first > 0x30 && first <= 0x39;
}

/**
 * Makes V8 keep members named by numbers in a hash table. As array elements, the default for small numbers, the
 * responses of an operation, 200 to 404, take 5 kB for three members.
 */
function expectFewIndexes(mapping: Record<string, unknown>): void {
  if (Object.hasOwn(mapping, farIndex)) return;
  mapping[farIndex] = undefined;
  delete mapping[farIndex];
}
