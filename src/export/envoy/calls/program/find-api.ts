import { luaSource } from '../../text/lua-text.ts';

/** Lua that finds the API of a call, in the style of versioning of the gateway. */
export const findApiLua = luaSource`
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

local function findByHeader(path, version, isPreflight, takesLatest)
  local last = endOfSegment(path, 2)
  local context = sub(path, 2, last)
  local latest = findRecord("l/" .. context)
  local address
  if not version and (takesLatest or isPreflight) then address = latest and latest.address
  else address = context .. "/" .. (version or "") end
  local api = address and findRecord("a/" .. address)
  if api then return api, restOf(path, last), versioning == "hybrid" end
  return nil, (latest and not version) and "version_missing" or "api_unknown"
end

-- The API, the path of the resource, and whether a hybrid path has no version; or nothing and the code of an error.
local function findApi(path, headers, isPreflight)
  if basePath ~= "" then
    if sub(path, 1, #basePath) ~= basePath or byte(path, #basePath + 1) ~= 47 then return nil, "api_unknown" end
    path = sub(path, #basePath + 1)
  end
  local api, resource
  if versioning ~= "header" then
    api, resource = findByPath(path)
    if versioning == "url" then return api, resource or "api_unknown" end
  end
  local version = headers:get("api-version")
  if version and headers:getNumValues("api-version") > 1 then version = "," end
  if not api then return findByHeader(path, version, isPreflight, versioning == "hybrid") end
  if version and version ~= api.version then return nil, "version_conflict" end
  return api, resource
end
`;
