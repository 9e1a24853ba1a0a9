--- Answers a call itself: with an error of the table, in JSON or XML as the Accept header asks.
local function readRange(text)
  local kind = lower(text:match("^%s*([^;]-)%s*$") or text:match("^%s*([^;]-)%s*;") or "")
  local weight = text:match(";%s*[qQ]%s*=%s*([^;%s]*)")
  local quality = weight and tonumber(weight) or (weight and 0 or 1)
  return kind, (quality >= 0 and quality <= 1) and quality or 0
end

local function preferenceFor(format, group, ranges)
  local quality, precision = 0, -1
  for _, range in ipairs(ranges) do
    local own = range[1] == format and 2 or range[1] == group and 1 or range[1] == "*/*" and 0 or -1
    if own > precision then quality, precision = range[2], own end
  end
  return quality, precision
end

local formats = { { "application/json", "application/*" }, { "application/xml", "application/*" }, { "text/xml", "text/*" } }

local function chooseFormat(accept)
  if not accept or not find(accept, "xml", 1, true) and not find(accept, "text", 1, true) then return "application/json" end
  local ranges = {}
  for text in accept:gmatch("[^,]+") do ranges[#ranges + 1] = { readRange(text) } end
  local chosen = formats[1][1]
  local best, bestPrecision = preferenceFor(chosen, "application/*", ranges)
  for _, format in ipairs(formats) do
    local quality, precision = preferenceFor(format[1], format[2], ranges)
    if quality > best or quality == best and quality > 0 and precision > bestPrecision then
      chosen, best, bestPrecision = format[1], quality, precision
    end
  end
  return chosen
end

-- The headers that every answer to the call carries; those of forwarded ones are on the route.
local function ownHeaders(call)
  local headers, api = {}, call.api
  if showsDigest then headers["gatewright-digest"] = digest end
  if not api then return headers end
  for name, value in pairs((call.further or api).headers) do headers[name] = value end
  if call.origin then
    headers["access-control-allow-origin"] = call.origin
    headers["access-control-expose-headers"] = api.expose
  end
  if call.isPublic then headers["content-security-policy"] = "sandbox" end
  return headers
end

local function note(call, noted)
  if showsDigest or isLogged then noted.digest = digest end
  if isLogged then
    local api = call.api
    noted.path, noted.api, noted.version = call.path, api and api.name, api and api.version
  end
  if next(noted) then call.handle:streamInfo():dynamicMetadata():set("gatewright", "call", noted) end
end

local function answer(call, status, headers)
  local all = ownHeaders(call)
  for name, value in pairs(headers) do all[name] = value end
  all[":status"] = tostring(status)
  note(call, {})
  call.handle:respond(all, "")
end

local function refuse(call, code, headers)
  local entry = errors[code]
  local format = chooseFormat(call.headers:get("accept"))
  local all = ownHeaders(call)
  if headers then for name, value in pairs(headers) do all[name] = value end end
  all[":status"] = entry.status
  all["content-type"] = format .. "; charset=utf-8"
  all["cache-control"] = "no-store"
  all["x-content-type-options"] = "nosniff"
  note(call, isLogged and { code = code } or {})
  call.handle:respond(all, format == "application/json" and entry.json or entry.xml)
end
