--- Finds the API of a call, in the style of versioning of the gateway.
local function endOfSegment(path, start)
  return (find(path, "/", start, true) or #path + 1) - 1
end

local function restOf(path, last)
  local rest = sub(path, last + 1)
  return rest == "" and "/" or rest
end

local function findByPath(path)
  local context = find(path, "/", 2, true)
  if not context then return nil end
  local last = endOfSegment(path, context + 1)
  local api = findRecord("a/" .. sub(path, 2, last))
  if api then return api, restOf(path, last) end
end

-- The API, the path of the resource, and what is particular about the address.
local function findFurther(path)
  local last = 0
  for _ = 1, 3 do
    if last >= #path then return nil end
    last = endOfSegment(path, last + 2)
    local further = findRecord("o" .. sub(path, 1, last))
    if further then
      local api = findRecord("a/" .. further.address)
      if api then return api, restOf(path, last), further end
    end
  end
end

local function findByHeader(path, version, isPreflight, takesLatest)
  local last = endOfSegment(path, 2)
  local context = sub(path, 2, last)
  local latest = findRecord("l/" .. context)
  local address
  if not version and (takesLatest or isPreflight) then address = latest and latest.address
  else address = context .. "/" .. (version or "") end
  local api = address and findRecord("a/" .. address)
  if api then return api, restOf(path, last), nil, versioning == "hybrid" end
  return nil, (latest and not version) and "version_missing" or "api_unknown"
end

-- The API, the path of the resource, what is particular about a further address, and whether a hybrid path has no
-- version; or nothing and the code of an error.
local function findApi(path, headers, isPreflight)
  if basePath ~= "" then
    if sub(path, 1, #basePath) ~= basePath or byte(path, #basePath + 1) ~= 47 then return nil, "api_unknown" end
    path = sub(path, #basePath + 1)
  end
  local api, resource, further
  if versioning ~= "header" then
    api, resource = findByPath(path)
    if versioning == "url" then
      if api then return api, resource end
      api, resource, further = findFurther(path)
      return api, resource or "api_unknown", further
    end
  end
  local version = headers:get("api-version")
  if version and headers:getNumValues("api-version") > 1 then version = "," end
  if not api then
    local named, rest, _, isUnversioned = findByHeader(path, version, isPreflight, versioning == "hybrid")
    if named then return named, rest, nil, isUnversioned end
    api, resource, further = findFurther(path)
    if not api then return nil, rest end
  end
  if version and version ~= api.version then return nil, "version_conflict" end
  return api, resource, further
end
