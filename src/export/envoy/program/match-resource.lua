--- Finds the resource of a path: literals before parameters, as the built-in data plane does.
local delimiter = "%%[234]%x"
local escapedDelimiters = { ["23"] = true, ["24"] = true, ["26"] = true, ["2a"] = true, ["2b"] = true, ["2c"] = true,
  ["3a"] = true, ["3b"] = true, ["3d"] = true, ["3f"] = true, ["40"] = true }

local function splitPath(path)
  local segments, start = {}, 2
  while true do
    local slash = find(path, "/", start, true)
    segments[#segments + 1] = sub(path, start, slash and slash - 1)
    if not slash then return segments end
    start = slash + 1
  end
end

-- Literals and parameters of a segment in turn, beginning with a literal.
local function splitTemplate(segment)
  local pieces, start = {}, 1
  while true do
    local open, close = find(segment, "%b{}", start)
    pieces[#pieces + 1] = decode(sub(segment, start, open and open - 1))
    if not open then return pieces end
    start = close + 1
  end
end

local function openNode() return { literals = {}, mixed = {} } end

local function childFor(node, segment)
  local pieces = splitTemplate(segment)
  if #pieces == 1 then
    local child = node.literals[pieces[1]] or openNode()
    node.literals[pieces[1]] = child
    return child
  end
  if #pieces == 2 and pieces[1] == "" and pieces[2] == "" then
    node.parameter = node.parameter or openNode()
    return node.parameter
  end
  local shape = table.concat(pieces, "\0")
  for _, child in ipairs(node.mixed) do if child.shape == shape then return child end end
  local child = openNode()
  child.shape, child.pieces = shape, pieces
  node.mixed[#node.mixed + 1] = child
  return child
end

-- A parameter that another one follows ends at the first occurrence of the literal between them.
local function matchesPieces(text, pieces)
  local last = #pieces
  if sub(text, 1, #pieces[1]) ~= pieces[1] then return false end
  local place = #pieces[1] + 1
  for index = 2, last do
    local literal = pieces[index]
    if index == last then
      return #text - #literal >= place and (literal == "" or sub(text, -#literal) == literal)
    end
    local open = literal == "" and place + 1 or find(text, literal, place, true)
    if not open or open == place or open > #text + 1 then return false end
    place = open + #literal
  end
end

-- Of the segments from a position on; without one, of none.
local function findBelow(node, path, start, separator)
  if not start then return node.resource end
  local close = find(path, separator, start, true)
  local segment = sub(path, start, close and close - 1)
  local following = close and close + 1
  local literal = node.literals[segment]
  local found = literal and findBelow(literal, path, following, separator)
  if found or segment == "" then return found end
  for _, child in ipairs(node.mixed) do
    found = matchesPieces(segment, child.pieces) and findBelow(child, path, following, separator)
    if found then return found end
  end
  return node.parameter and findBelow(node.parameter, path, following, separator)
end

local function buildTree(resources)
  local root = openNode()
  for _, resource in ipairs(resources) do
    local node = root
    for _, segment in ipairs(splitPath(resource.path)) do node = childFor(node, segment) end
    node.resource = node.resource or resource
  end
  return root
end

local function decodeAllBut(kept)
  return function(digits)
    if kept and escapedDelimiters[lower(digits)] then return nil end
    return hex(digits)
  end
end

local decodeUsual, decodeEvery = decodeAllBut(true), decodeAllBut(false)

-- An escaped slash is part of its segment, so that segments are separated by what no path may contain.
local function findDecoded(tree, path, decodeEscape)
  local decoded = gsub(gsub(path, "/", "\0"), "%%(%x%x)", decodeEscape)
  return findBelow(tree, decoded, 2, "\0")
end

-- Whether a lenient server may read a path as one that the API declares.
local function mayMeanDeclared(api, path)
  local tree = api.spellingTree
  if not tree then
    tree = buildTree(api.spellings)
    api.spellingTree = tree
  end
  local spelling = gsub(gsub(decode(path), "\\", "/"), ";[^/]*", "")
  spelling = lower(gsub(gsub(spelling, "/+", "/"), "(.)/$", "%1"))
  return findBelow(tree, spelling, 2, "/") ~= nil
end

-- If unescaping a delimiter changes the resource, it is unknown which one is requested.
local function findResource(api, path)
  local tree = api.tree
  if not tree then
    tree = buildTree(api.resources)
    api.tree = tree
  end
  if not find(path, "%", 1, true) then return findBelow(tree, path, 2, "/") end
  local found = findDecoded(tree, path, decodeUsual)
  if find(path, delimiter) and findDecoded(tree, path, decodeEvery) ~= found then return nil end
  return found
end
