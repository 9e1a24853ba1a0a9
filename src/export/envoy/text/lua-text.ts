import { programTexts } from '../program/program-texts.ts';

declare const luaText: unique symbol;

/** A piece of Lua code. Only this module creates it, since any other text could contain anything. */
export type LuaText = string & { readonly [luaText]: true };

/** A value that can be written as a Lua table, string, number or boolean. */
export type LuaValue =
  | string
  | number
  | boolean
  | undefined
  | readonly LuaValue[]
  | { readonly [name: string]: LuaValue };

/** A file of the program, to which no other text is added. */
export function luaFile(name: keyof typeof programTexts): LuaText {
  return `\n${programTexts[name]}` as LuaText;
}

/** A value as Lua code on one line. It contains nothing that would end a string in long brackets of level 2. */
export function writeLua(value: LuaValue): LuaText {
  return write(value) as LuaText;
}

/** The declaration of a local variable. Its name must be fixed in this program. */
export function declareLua(name: string, value: LuaText): LuaText {
  return `local ${name} = ${value}` as LuaText;
}

/** A Lua string in long brackets, of lines that `writeRecord` has written. */
export function writeLines(lines: readonly LuaText[]): LuaText {
  // Lua ignores the first line break in long brackets.
  return `[==[\n\n${lines.join('')}]==]` as LuaText;
}

/** The key of a record: printable ASCII without brackets and tabs; a percent sign begins an escape. */
export type RecordKey = LuaText;

/** The line of a record: its key and its value. */
export function writeRecord(key: RecordKey, value: LuaText): LuaText {
  return `${key}\t${value}\n` as LuaText;
}

/** The key of a record: a letter for its kind, and the names that identify it: `s/walker Park/v1`. */
export function recordKey(kind: 'a' | 'c' | 'l' | 'p' | 's' | 'u', ...names: readonly string[]): RecordKey {
  return `${kind}/${names.map(plainName).join(' ')}` as RecordKey;
}

/** The key of a further address of an API. Characters that keys cannot contain are escaped. */
export function addressKey(path: string): RecordKey {
  const key = path.replaceAll(/[^\w./~!$&'()*+,=:@-]/gu, (character) => plainName(character));
  return `o${key}` as RecordKey;
}

/**
 * A name for keys and for headers between filters. Usual characters are unchanged. Every other character is escaped,
 * also half of a surrogate pair, so that different names stay different.
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

/** A Lua string. Bytes that are not printable ASCII, or have a special meaning, are written as decimal escapes. */
function quote(text: string): string {
  if (/^[ !#-[^-~]*$/.test(text)) return `"${text}"`;
  const bytes = Array.from(new TextEncoder().encode(text), writeByte);
  return `"${bytes.join('')}"`;
}

function writeByte(byte: number): string {
  const isPlain = byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c && byte !== 0x5d;
  return isPlain ? String.fromCharCode(byte) : `\\${String(byte).padStart(3, '0')}`;
}
