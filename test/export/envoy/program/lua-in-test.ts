import { Lua } from 'wasmoon-lua5.1';
import { luaFile, writeLua, type LuaValue } from '#export/envoy/text/lua-text.ts';

/** Returns a value as JSON of ASCII, each byte of a text as a character of its own. */
const toJson = `
local function toJson(value)
  if type(value) == "string" then
    return '"' .. value:gsub("[^%w ]", function(char) return ("\\\\u%04x"):format(char:byte()) end) .. '"'
  end
  if type(value) ~= "table" then return value == nil and "null" or tostring(value) end
  local parts = {}
  if #value > 0 or next(value) == nil then
    for index, item in ipairs(value) do parts[index] = toJson(item) end
    return "[" .. table.concat(parts, ",") .. "]"
  end
  for name, item in pairs(value) do parts[#parts + 1] = toJson(name) .. ":" .. toJson(item) end
  return "{" .. table.concat(parts, ",") .. "}"
end
`;

type LuaFileName = Parameters<typeof luaFile>[0];

/** Calls a function of the program by its name, and returns its results. */
export type CallLua = (name: string, ...args: readonly LuaValue[]) => readonly unknown[];

/**
 * Runs files of the program in Lua 5.1, whose language LuaJIT in Envoy has, and returns what calls their functions.
 * `exported` are the functions that are called, `before` is Lua that declares what they rely on, `after` is Lua that uses them.
 */
export async function runLua(
  files: readonly LuaFileName[],
  exported: readonly string[],
  before = '',
  after = '',
): Promise<CallLua> {
  const lua = await Lua.create();
  const functions = `program = { ${exported.map((name) => `${name} = ${name}`).join(', ')} }`;
  const collect = `
function called(...)
  local texts = {}
  for index = 1, select("#", ...) do texts[index] = toJson((select(index, ...))) end
  return "[" .. table.concat(texts, ",") .. "]"
end`;
  lua.doStringSync([toJson, before, ...files.map(luaFile), after, functions, collect].join('\n'));
  return (name, ...args) => {
    const answer = lua.doStringSync(`return called(program.${name}(${args.map(writeLua).join(', ')}))`);
    const results = JSON.parse(String(answer), readText) as readonly unknown[];
    return results.map((result) => result ?? undefined);
  };
}

function readText(_name: string, value: unknown): unknown {
  return typeof value === 'string' ? Buffer.from(value, 'latin1').toString() : value;
}
