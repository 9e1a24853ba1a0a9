import { writeLua, type LuaValue } from './lua-literal.ts';

/** A record that the program finds by its key. */
export type CallRecord = readonly [key: string, value: LuaValue];

/** Writes records as lines that are sorted by the bytes of their keys, as the program searches them. */
export function writeRecords(records: readonly CallRecord[]): string {
  const sorted = records.toSorted(([one], [other]) => (one < other ? -1 : 1));
  const texts = new Map<LuaValue, string>();
  const textOf = (value: LuaValue): string => {
    const text = texts.get(value) ?? writeLua(value);
    texts.set(value, text);
    return text;
  };
  return `\n${sorted.map(([key, value]) => `${key}\t${textOf(value)}\n`).join('')}`;
}
