--- Takes a call through the policies, in the order of the built-in data plane. Only an admitted call has the header
--- that the routes are chosen by, so that an error of the program forwards nothing.
local function isPreflightCall(headers, method)
  return method == "OPTIONS" and headers:get("origin") ~= nil and headers:get("access-control-request-method") ~= nil
end

local function answerPreflight(call)
  local api = call.api
  local headers = { allow = api.methods }
  if api.cors then
    headers["access-control-allow-methods"] = api.methods
    headers["access-control-allow-headers"] = api.cors.headers
    headers["access-control-max-age"] = api.cors.maxAge
  end
  answer(call, 200, headers)
end

local function allowOrigin(call)
  local cors = call.api.cors
  if not cors then return end
  if cors.isOpen then
    call.origin = "*"
  else
    local origin = call.headers:get("origin")
    if origin and contains(cors.origins, origin) then call.origin = origin end
  end
end

local function checkLifecycle(call)
  local api = call.api
  if api.state == "retired" then return refuse(call, "api_retired") end
  if api.state == "blocked" then
    local seconds = (api.blockedUntil or 0) - os.time()
    return refuse(call, "api_blocked", seconds > 0 and { ["retry-after"] = tostring(seconds) } or nil)
  end
  return true
end

-- In place of a resource, for a method that nothing declares.
local unknownMethod = {}

local function operationOf(resource, method)
  local byMethod = resource.byMethod
  if not byMethod then
    byMethod = {}
    for _, operation in ipairs(resource.operations) do byMethod[operation.method] = operation end
    byMethod.HEAD = byMethod.HEAD or byMethod.GET
    resource.byMethod = byMethod
  end
  return byMethod[method]
end

-- In place of an operation that is not declared.
local undeclared = { method = "*", path = "/*" }

local function isPassed(call)
  local method = call.method
  return call.api.spellings and knownMethods[method] and method ~= "CONNECT" and method ~= "TRACE"
end

-- The operation that the API declares or passes, and the resource; nothing if the path leads nowhere.
local function matchOperation(call)
  local api = call.api
  local resource = findResource(api, call.resource)
  if not resource then
    if not api.spellings or mayMeanDeclared(api, call.resource) then return nil end
    if not knownMethods[call.method] then return nil, unknownMethod end
    return isPassed(call) and undeclared or nil
  end
  return operationOf(resource, call.method) or isPassed(call) and undeclared or nil, resource
end

local function refuseMethod(call, resource)
  local headers = { allow = resource.allow }
  if call.method == "OPTIONS" then return answer(call, 200, headers) end
  local isKnown = knownMethods[call.method]
  for _, known in ipairs(call.api.resources) do
    for _, operation in ipairs(known.operations) do isKnown = isKnown or operation.method == call.method end
  end
  if isKnown then return refuse(call, "method_not_allowed", headers) end
  return refuse(call, "method_unknown")
end

local function hasScopes(call, alternatives)
  local held = call.token.scopes
  for _, needed in ipairs(alternatives) do
    local hasAll = true
    for _, scope in ipairs(needed) do
      hasAll = hasAll and find(held, " " .. scope .. " ", 1, true) and contains(call.subscription.scopes, scope)
    end
    if hasAll then return true end
  end
  return false
end

local function checkScope(call)
  local alternatives = call.operation.scopes
  if not alternatives or hasScopes(call, alternatives) then return true end
  local value = 'Bearer realm="' .. gatewayUrl .. '", error="insufficient_scope"'
  if alternatives[1] then value = value .. ', scope="' .. table.concat(alternatives[1], " ") .. '"' end
  return refuse(call, "scope_insufficient", { ["www-authenticate"] = value })
end

local function refuseOverrides(call)
  for _, override in ipairs(overrides) do
    local name = override[1]
    if call.headers:get(name) and not contains(call.operation.declared or {}, name) then
      return refuse(call, override[2])
    end
  end
  return true
end

-- Of the client to an API, with what its calls are counted by.
local function subscriptionOf(token, api)
  local subscription = token.subscriptions[api]
  if subscription then return subscription end
  local subject = token.client.name .. " " .. api.id
  subscription = findRecord("s/" .. subject)
  if not subscription then return nil end
  subscription.subject = subject
  token.subscriptions[api] = subscription
  return subscription
end

local function authorize(call)
  local api = call.api
  if not authenticate(call) then return end
  local subscription = subscriptionOf(call.token, api)
  if not subscription then return refuse(call, "not_subscribed") end
  if subscription.isBlocked then return refuse(call, "subscription_blocked") end
  local keySet = call.client.keySet
  if not api[keySet] then return refuse(call, keySet .. "_unavailable") end
  call.subscription, call.route = subscription, (call.further or api)[keySet]
  local operation, resource = matchOperation(call)
  if not operation then
    if resource == unknownMethod then return refuse(call, "method_unknown") end
    if not resource then return refuse(call, "resource_unknown") end
    return refuseMethod(call, resource)
  end
  call.operation = operation
  return checkScope(call) and refuseOverrides(call)
end

-- Below the /64 of an IPv6 address anyone can choose an address.
local function addressBlock(text)
  local address = lower(text:match("^%[(.-)%]") or text:match("^([^:]*):%d+$") or text)
  local mapped = address:match("^::ffff:(%d+%.%d+%.%d+%.%d+)$")
  if mapped or not find(address, ":", 1, true) then return mapped or address end
  local head, tail = address:match("^(.-)::(.*)$")
  local groups, last = {}, {}
  for group in (head or address):gmatch("[^:]+") do groups[#groups + 1] = group end
  for group in (tail or ""):gmatch("[^:]+") do last[#last + 1] = group end
  for _ = 1, 8 - #groups - #last do groups[#groups + 1] = "0" end
  for _, group in ipairs(last) do groups[#groups + 1] = group end
  return table.concat(groups, ":", 1, 4) .. "::/64"
end

local function withoutOwnCookies(cookies)
  local others = {}
  for cookie in cookies:gmatch("[^;]+") do
    local name = lower(cookie:match("^[%s=]*(.*)$"))
    if sub(name, 1, 11) ~= "gatewright-" and sub(name, 1, 18) ~= "__host-gatewright-" then others[#others + 1] = cookie end
  end
  return (table.concat(others, ";"):match("^%s*(.-)%s*$"))
end

-- A client may send the header more than once.
local function readCookies(headers)
  local sent = {}
  for index = 1, headers:getNumValues("cookie") do sent[index] = headers:getAtIndex("cookie", index - 1) end
  return table.concat(sent, "; ")
end

local function removeCookies(call)
  local headers = call.headers
  local first = headers:get("cookie")
  if not first then return end
  local cookies = readCookies(headers)
  if cookies == "" or call.isPublic and not call.operation.takesCookies then return headers:remove("cookie") end
  if cookies == first and not find(lower(cookies), "gatewright-", 1, true) then return end
  local others = withoutOwnCookies(cookies)
  if others == "" then headers:remove("cookie") else headers:replace("cookie", others) end
end

-- Headers cost less than metadata.
local function limitCall(call, names, limit, subject)
  if not limit then return end
  call.headers:replace(names.limit, limit)
  call.headers:replace(names.subject, subject)
end

local function limitCaller(call)
  if not call.isPublic then
    limitCall(call, limitHeaders.subscription, call.subscription.limit, call.subscription.subject)
    return limitCall(call, limitHeaders.application, call.client.limit, call.client.name)
  end
  local limit = call.api.addressLimit
  if not limit then return end
  local address = addressBlock(call.handle:streamInfo():downstreamRemoteAddress())
  limitCall(call, limitHeaders.address, limit, call.api.id .. " " .. address)
end

local function limitAll(call)
  local api, operation = call.api, call.operation
  limitCaller(call)
  limitCall(call, limitHeaders.api, api.limit, api.id)
  if not operation.limit then return end
  limitCall(call, limitHeaders.operation, operation.limit, api.id .. " " .. operation.subject)
end

-- What the routes and the access log read of a call.
local function noteCall(call)
  local noted = { origin = call.origin, expose = call.origin and call.api.expose }
  if call.isPublic then noted.sandbox = "sandbox" end
  if isLogged then
    noted.operation = call.operation.path
    if call.client then noted.application, noted.keySet = call.client.name, call.client.keySet end
  end
  note(call, noted)
end

local function isWebSocket(call)
  return call.method == "GET" and lower(call.headers:get("upgrade") or "") == "websocket"
end

-- A body without a length is read before it is forwarded, since nothing else would end one that is too long.
local function checkBody(call)
  local headers, most = call.headers, call.api.maxBodyBytes
  -- Envoy passes on what follows a request for an upgrade as it is, and with the header it is one.
  if headers:get("upgrade") then return isWebSocket(call) or refuse(call, "request_malformed") end
  local length = headers:get("content-length")
  if length then return (tonumber(length) or 0) <= most or refuse(call, "body_too_large") end
  local body = call.handle:body()
  if not body then return true end
  -- What was read of the call before it waited is not valid any more.
  call.headers = call.handle:headers()
  return body:length() <= most or refuse(call, "body_too_large")
end

-- Only a trusted proxy may have sent it (RFC 7239 section 4).
local function continueForwarded(call)
  local forwarded = call.headers:get("forwarded")
  if not forwarded then return end
  local peer = call.handle:streamInfo():downstreamDirectRemoteAddress()
  local address = peer:match("^%[(.*)%]:%d+$")
  local hop = address and '"[' .. address .. ']"' or peer:match("^[^:]*")
  call.headers:replace("forwarded", forwarded .. ", for=" .. hop)
end

local function forward(call)
  local headers = call.headers
  noteCall(call)
  limitAll(call)
  removeCookies(call)
  if trustsProxies then continueForwarded(call) end
  headers:replace("x-gatewright-route", call.isUnversioned and call.route .. "/unversioned" or call.route)
  call.handle:clearRouteCache()
end

local function readCall(handle)
  local headers = handle:headers()
  local target = headers:get(":path") or ""
  local question = find(target, "?", 1, true)
  local path = question and sub(target, 1, question - 1) or target
  return { handle = handle, headers = headers, method = headers:get(":method"), path = path,
    query = question and sub(target, question) or "",
    -- Room for what is found out later, so that the table does not grow.
    api = nil, resource = nil, further = nil, isUnversioned = nil, token = nil, client = nil, subscription = nil, route = nil,
    operation = nil }
end

local function findApiOfCall(call)
  local path, headers = call.path, call.headers
  local isSafe = isSafePath(path)
  if find(call.query, "#", 1, true) or not isSafe and not isPassablePath(path) then return refuse(call, "path_malformed") end
  local isPreflight = isPreflightCall(headers, call.method)
  local api, rest, further, isUnversioned = findApi(path, headers, isPreflight)
  if not api then return not showHealth(call) and refuse(call, rest) end
  call.api, call.resource, call.further, call.isUnversioned = api, rest, further, isUnversioned
  allowOrigin(call)
  if not checkLifecycle(call) then return end
  if not isSafe and api.isStrict then return refuse(call, "path_malformed") end
  if isPreflight then return answerPreflight(call) end
  return true
end

local function admitPublic(call)
  call.isPublic = true
  if hasTokenInQuery(call.query) then return challenge(call, "token_ambiguous", "invalid_request") end
  call.route = (call.further or call.api).production
  if not call.route then return refuse(call, "production_unavailable") end
  return refuseOverrides(call)
end

local function admit(call)
  if not findApiOfCall(call) then return end
  if call.api.hasPublic then
    local operation = matchOperation(call)
    if operation and operation.isPublic then
      call.operation = operation
      return admitPublic(call)
    end
  end
  return authorize(call)
end

function envoy_on_request(handle)
  local call = readCall(handle)
  if admit(call) and checkBody(call) then forward(call) end
end
