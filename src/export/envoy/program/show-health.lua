--- Leads calls of the pages for load balancers to their routes, so that they get no answer while a filter or the
--- routes are missing.
local healthRoutes = { ["/health"] = "health/ready", ["/health/ready"] = "health/ready", ["/health/live"] = "health/live" }

local function showHealth(call)
  local route = healthRoutes[call.path]
  if not route then return false end
  local isRead = call.method == "GET" or call.method == "HEAD"
  call.headers:replace("x-gatewright-route", isRead and route or "health/unsupported")
  call.handle:clearRouteCache()
  return true
end
