import { programTexts } from '../program/program-texts.ts';

declare const luaText: unique symbol;

/** A piece of Lua: what is not written by this module could be any text. */
export type LuaText = string & { readonly [luaText]: true };

/** A value that Lua reads as a table, a text, a number or a boolean. */
export type LuaValue =
  | string
  | number
  | boolean
  | undefined
  | readonly LuaValue[]
  | { readonly [name: string]: LuaValue };

/** A file of the program; nothing can be put into it. */
export function luaFile(name: keyof typeof programTexts): LuaText {
  return `\n${programTexts[name]}` as LuaText;
}

/** Writes a value as Lua on one line; nothing in it ends a text in long brackets of level 2. */
export function writeLua(value: LuaValue): LuaText {
  return write(value) as LuaText;
}

/** A local variable; its name is one of this program. */
export function declareLua(name: string, value: LuaText): LuaText {
  return `local ${name} = ${value}` as LuaText;
}

/** A text in long brackets of lines that `writeRecord` has written. */
export function writeLines(lines: readonly LuaText[]): LuaText {
  // The first line break in long brackets does not count.
  return `[==[\n\n${lines.join('')}]==]` as LuaText;
}

/** The key of a record: printable ASCII without a percent sign but for escapes, and without a bracket or a tab. */
export type RecordKey = LuaText;

/** A line of a record: its key, and the table that it has. */
export function writeRecord(key: RecordKey, value: LuaText): LuaText {
  return `${key}\t${value}\n` as LuaText;
}

/** The key of what names identify, by a letter for its kind: `s/walker Park/v1`. */
export function recordKey(kind: 'a' | 'c' | 'l' | 'p' | 's' | 'u', ...names: readonly string[]): RecordKey {
  return `${kind}/${names.map(plainName).join(' ')}` as RecordKey;
}

/** The key of a further address of an API, of which each character is one that keys may have. */
export function addressKey(path: string): RecordKey {
  const key = path.replaceAll(/[^\w./~!$&'()*+,=:@-]/gu, (character) => plainName(character));
  return `o${key}` as RecordKey;
}

/**
 * A name for keys and for headers between filters. Usual names are as they are; every other character is escaped, also
 * half of a surrogate pair, so that different names stay different.
 */
export function plainName(name: string): string {
  return name.replaceAll(/[^\w./@{},:-]/gu, (character) => `%${character.codePointAt(0)?.toString(16)};`);
}

/** Joins parts of the program. */
export function joinLua(parts: readonly LuaText[]): LuaText {
  return parts.join('\n') as LuaText;
}

function write(value: LuaValue): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value !== 'object') return String(value ?? 'nil');
  if (isList(value)) return `{${value.map(write).join(',')}}`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([name, member]) => `[${quote(name)}]=${write(member)}`).join(',')}}`;
}

/** `Array.isArray` does not narrow a read-only list. */
function isList(value: LuaValue): value is readonly LuaValue[] {
  return Array.isArray(value);
}

/** Bytes that are not printable ASCII, and those with a meaning of their own, by their decimal escapes. */
function quote(text: string): string {
  if (/^[ !#-[^-~]*$/.test(text)) return `"${text}"`;
  const bytes = Array.from(new TextEncoder().encode(text), writeByte);
  return `"${bytes.join('')}"`;
}

function writeByte(byte: number): string {
  const isPlain = byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c && byte !== 0x5d;
  return isPlain ? String.fromCharCode(byte) : `\\${String(byte).padStart(3, '0')}`;
}
