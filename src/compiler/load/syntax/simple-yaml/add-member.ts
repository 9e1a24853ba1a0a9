import { giveUp } from './doubt.ts';

/** Adds a member to a mapping. Keys that stand twice, merge keys and the name of the prototype are for others. */
export function addMember(mapping: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '<<' || name === '__proto__' || Object.hasOwn(mapping, name)) giveUp();
  mapping[name] = value;
}
