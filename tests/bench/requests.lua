-- Has wrk send the requests of a file in turn: method, path and body on each line, with tabs between them.
local requests = {}
local at = 0

function init(args)
  for line in io.lines(args[1]) do
    local method, path, body = line:match("^(%u+)\t([^\t]+)\t(.*)$")
    if body == "" then
      requests[#requests + 1] = wrk.format(method, path, {})
    else
      requests[#requests + 1] = wrk.format(method, path, { ["Content-Type"] = "application/json" }, body)
    end
  end
end

function request()
  at = at % #requests + 1
  return requests[at]
end
