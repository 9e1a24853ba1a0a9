/** A value that Lua reads as a table, a text, a number or a boolean. */
export type LuaValue =
  | string
  | number
  | boolean
  | undefined
  | readonly LuaValue[]
  | { readonly [name: string]: LuaValue };

/** Writes a value as Lua on one line; nothing in it ends a text in long brackets of level 2. */
export function writeLua(value: LuaValue): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value !== 'object') return String(value ?? 'nil');
  if (isList(value)) return `{${value.map(writeLua).join(',')}}`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([name, member]) => `[${quote(name)}]=${writeLua(member)}`).join(',')}}`;
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
