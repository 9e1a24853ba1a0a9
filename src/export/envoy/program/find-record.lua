--- Finds a record by its key in `records`, a text of sorted lines `key<tab>table`. A binary search needs no index,
--- so that a new table costs each worker of Envoy nothing until its records are called; found ones are kept.
local find, sub, byte, lower, gsub, floor = string.find, string.sub, string.byte, string.lower, string.gsub, math.floor
local kept, keptCount, maxKept = {}, 0, 100000

local function search(key)
  local low, high = 1, #records
  while low < high do
    local middle = floor((low + high) / 2)
    local start = find(records, "\n", middle, true)
    if not start or start >= high then
      high = middle
    else
      local tab = find(records, "\t", start, true)
      local name = sub(records, start + 1, tab - 1)
      if name == key then return sub(records, tab + 1, find(records, "\n", tab, true) - 1) end
      if name < key then low = start + 1 else high = middle end
    end
  end
end

local function findRecord(key)
  local known = kept[key]
  if known then return known end
  local text = search(key)
  if not text then return nil end
  if keptCount >= maxKept then kept, keptCount = {}, 0 end
  local record = loadstring("return " .. text)()
  kept[key], keptCount = record, keptCount + 1
  return record
end
