--- Reads the header and the claims of a token, which are JSON in base64url (RFC 7515 section 3.1). `jwt_authn` has
--- read the text before it, so that what is not JSON does not occur; it could note both as metadata, but would at
--- each call.
local values, alphabet = {}, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
for index = 1, 64 do values[byte(alphabet, index)] = index - 1 end

local function decodeBase64(text)
  local characters, held, unit = {}, 0, 1
  for index = 1, #text do
    held, unit = held * 64 + values[byte(text, index)], unit * 64
    if unit >= 256 then
      unit = unit / 256
      characters[#characters + 1] = string.char(floor(held / unit))
      held = held % unit
    end
  end
  return table.concat(characters)
end

local escaped = { ['"'] = '"', ["\\"] = "\\", ["/"] = "/", b = "\b", f = "\f", n = "\n", r = "\r", t = "\t" }

-- From behind the first quotation mark on. No issuer escapes other characters than those that need it.
local function readText(json, start)
  local stop = start
  while true do
    stop = find(json, '["\\]', stop)
    if byte(json, stop) == 34 then break end
    stop = stop + 2
  end
  local text = sub(json, start, stop - 1)
  return (gsub(text, "\\(.)", function(name) return escaped[name] or error("an escape") end)), stop + 1
end

local readValue

local function readMembers(json, place)
  local members = {}
  local name, separator, stop
  stop = json:match("^%s*}()", place)
  if stop then return members, stop end
  repeat
    name, place = readText(json, json:match('^%s*"()', place))
    if members[name] ~= nil then error("a name twice") end
    members[name], place = readValue(json, json:match("^%s*:()", place))
    separator, place = json:match("^%s*([,}])()", place)
  until separator == "}"
  return members, place
end

local function readItems(json, place)
  local items = {}
  local separator
  local stop = json:match("^%s*%]()", place)
  if stop then return items, stop end
  repeat
    items[#items + 1], place = readValue(json, place)
    separator, place = json:match("^%s*([,%]])()", place)
  until separator == "]"
  return items, place
end

local literals = { ["true"] = true, ["false"] = false }

-- The value at a place, and the place behind it; of null, nothing.
function readValue(json, place)
  local first, rest = json:match("^%s*(.)()", place)
  if first == '"' then return readText(json, rest) end
  if first == "{" then return readMembers(json, rest) end
  if first == "[" then return readItems(json, rest) end
  local text, stop = json:match("^%s*([%w.+-]+)()", place)
  if literals[text] ~= nil then return literals[text], stop end
  return tonumber(text), stop
end

local function readParts(token)
  local header, claims = token:match("^(.-)%.(.-)%.")
  header, claims = readValue(decodeBase64(header), 1), readValue(decodeBase64(claims), 1)
  return header, claims
end
