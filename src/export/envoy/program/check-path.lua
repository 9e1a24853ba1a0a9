--- Decides whether a path is read in the same way by every server, as the built-in data plane does.
local function hex(digits) return string.char(tonumber(digits, 16)) end

local function decode(text)
  return (gsub(text, "%%(%x%x)", hex))
end

-- RFC 3629: no overlong form, no surrogate, nothing above U+10FFFF.
local function isUtf8(text)
  local index, length = 1, #text
  while index <= length do
    local first = byte(text, index)
    local following, least, most = 0, 0x80, 0xbf
    if first >= 0x80 then
      if first >= 0xc2 and first <= 0xdf then following = 1
      elseif first >= 0xe0 and first <= 0xef then
        following = 2
        if first == 0xe0 then least = 0xa0 elseif first == 0xed then most = 0x9f end
      elseif first >= 0xf0 and first <= 0xf4 then
        following = 3
        if first == 0xf0 then least = 0x90 elseif first == 0xf4 then most = 0x8f end
      else return false end
    end
    for place = 1, following do
      local next = byte(text, index + place)
      if not next or next < least or next > most then return false end
      least, most = 0x80, 0xbf
    end
    index = index + following + 1
  end
  return true
end

local function isWellEscaped(path)
  if not find(path, "%", 1, true) then return true end
  if find(gsub(path, "%%%x%x", ""), "%", 1, true) then return false end
  return isUtf8(decode(path))
end

local function hasDotSegment(path)
  local plain = gsub(path, "%%2[eE]", ".")
  return find(plain, "/%.%.?/") or find(plain, "/%.%.?$")
end

local function isSafePath(path)
  -- To read each character once is several times faster than to look for each of those that are not allowed.
  if find(path, "^/[%w/._~-]*$") and not find(path, "//", 1, true) and not find(path, "/.", 1, true) then return true end
  if byte(path, 1) ~= 47 or find(path, "[%z\1-\32\127-\255\\#;]") or find(path, "//", 1, true) then return false end
  if find(path, "/[%.%%]") and hasDotSegment(path) then return false end
  if not find(path, "%", 1, true) then return true end
  local small = lower(path)
  if find(small, "%2f", 1, true) or find(small, "%5c", 1, true) or find(small, "%3b", 1, true) then return false end
  if find(small, "%%[01]%x") or find(small, "%7f", 1, true) then return false end
  return isWellEscaped(path)
end

-- The same but for ";", "%3B", "%2F" and "%5C", which an API may take for part of their segment.
local function isPassablePath(path)
  if byte(path, 1) ~= 47 or find(path, "[%z\1-\32\127-\255\\#]") or find(path, "//", 1, true) then return false end
  local small = lower(path)
  if find(small, "%%[01]%x") or find(small, "%7f", 1, true) then return false end
  small = gsub(gsub(gsub(gsub(small, "%%2e", "."), "%%2f", "/"), "%%5c", "/"), "%%3b", ";")
  if find(small, "/%.%.?[/;]") or find(small, "/%.%.?$") then return false end
  return isWellEscaped(path)
end
