import {
  writeLines,
  writeLua,
  writeRecord,
  type LuaText,
  type LuaValue,
  type RecordKey,
} from '../text/lua-text.ts';

/** A record that the program finds by its key. */
export type CallRecord = readonly [key: RecordKey, value: LuaValue];

/** Writes records as a text of lines that are sorted by the bytes of their keys, as the program searches them. */
export function writeRecords(records: readonly CallRecord[]): LuaText {
  const sorted = records.toSorted(([one], [other]) => (one < other ? -1 : 1));
  const texts = new Map<LuaValue, LuaText>();
  const textOf = (value: LuaValue): LuaText => {
    const text = texts.get(value) ?? writeLua(value);
    texts.set(value, text);
    return text;
  };
  return writeLines(sorted.map(([key, value]) => writeRecord(key, textOf(value))));
}
