--- Decides whether a token that `jwt_authn` has verified is good for a call.
local function challenge(call, code, error)
  local value = 'Bearer realm="' .. gatewayUrl .. '"'
  refuse(call, code, { ["www-authenticate"] = error and value .. ', error="' .. error .. '"' or value })
end

local function hasTokenInQuery(query)
  return query ~= "" and find(query, "[?&]access_token=") ~= nil
end

-- The text that was verified is the only credential, in the compact form of a token with an ES256 signature.
local function isCompact(text)
  local signature = text:match("^[%w_-]+%.[%w_-]+%.([%w_-]+)$")
  return signature and #signature == 86 and find("AQgw", sub(signature, -1), 1, true)
end

local function isAccessToken(header)
  local kind = header.typ
  if type(kind) ~= "string" then return false end
  kind = lower(kind)
  return (kind == "at+jwt" or kind == "application/at+jwt") and header.alg == "ES256" and (header.kid or "") ~= "" and header.crit == nil
end

local function contains(list, item)
  for _, one in ipairs(list) do if one == item then return true end end
  return false
end

local function isUserValid(client, claims)
  local subject = claims.sub
  if sub(subject, 1, 5) ~= "user:" then return claims.idp == nil end
  local provider = claims.idp or subject:match("^user:(.-)/") or "users"
  if provider ~= "users" and not findRecord("p/" .. provider) then return false end
  if client.providers and not contains(client.providers, provider) then return false end
  if find(subject, "/", 1, true) then return true end
  local user = findRecord("u/" .. sub(subject, 6))
  return user and claims.iat >= (user.notBefore or 0)
end

local function clientOf(claims)
  if type(claims.client_id) ~= "string" or type(claims.sub) ~= "string" or type(claims.jti) ~= "string" then return nil end
  if type(claims.iat) ~= "number" or type(claims.exp) ~= "number" then return nil end
  if type(claims.scope or "") ~= "string" or claims.console_api ~= nil then return nil end
  local client = findRecord("c/" .. claims.client_id)
  if not client or client.keySet ~= claims.key_set then return nil end
  if claims.iat < tokensNotBefore or claims.iat < (client.notBefore or 0) then return nil end
  return isUserValid(client, claims) and client or nil
end

-- Tokens that were read before, each by the value of the only header that carries it.
local knownTokens, knownCount, maxKnown = {}, 0, 10000

local function keepToken(value, token)
  if knownCount >= maxKnown then knownTokens, knownCount = {}, 0 end
  knownTokens[value], knownCount = token, knownCount + 1
  return token
end

-- Only jwt_authn sets the header, for each call whose token it verifies or has verified.
local function isVerified(call)
  return call.headers:get("x-gatewright-token") ~= nil
end

local function readToken(value)
  local text = value:match("^[^ ]* *(.-) *$")
  if not isCompact(text) then return nil end
  local isRead, header, claims = pcall(readParts, text)
  if not isRead or not isAccessToken(header) then return nil end
  local client = clientOf(claims)
  if not client then return nil end
  local scopes = " " .. (claims.scope or "") .. " "
  return keepToken(value, { client = client, expires = claims.exp, scopes = scopes, subscriptions = {} })
end

-- Envoy joins headers of one name by a comma alone, which no credentials contain before a scheme.
local function isAmbiguous(call, value)
  return call.headers:getNumValues("authorization") > 1 or find(value, ",%a+ ")
end

-- Whether the call has a valid token; it is answered otherwise.
local function authenticate(call)
  local value = call.headers:get("authorization")
  if not value then return challenge(call, "token_missing") end
  local verified = isVerified(call)
  local token = verified and knownTokens[value]
  if not token then
    if isAmbiguous(call, value) then return challenge(call, "token_ambiguous", "invalid_request") end
    if lower(value:match("^[^ ]*")) ~= "bearer" then return challenge(call, "token_missing") end
  end
  if hasTokenInQuery(call.query) then return challenge(call, "token_ambiguous", "invalid_request") end
  token = token or verified and readToken(value)
  if not token or token.expires <= os.time() then return challenge(call, "token_invalid", "invalid_token") end
  call.token, call.client = token, token.client
  return true
end
