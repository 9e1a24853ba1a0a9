import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { CallList } from './calls.ts';
import { loadCore } from './bench.ts';

/** The results of unlimited load. */
export interface Load {
  readonly requests: number;
  readonly failed: number;
  readonly seconds: number;
}

export const connections = 64;

/** Sends the calls of a list in turn, as fast as they are answered, over connections that are kept alive. */
export async function loadByWrk(origin: string, list: CallList, seconds: number): Promise<Load> {
  const script = `${list.callsFile}.lua`;
  writeFileSync(script, scriptFor(list));
  const wrk = ['wrk', '-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, origin];
  return readReport((await promisify(execFile)('taskset', ['--cpu-list', String(loadCore), ...wrk])).stdout);
}

/** What can be joined beforehand is, since the load shares a core with the upstream. */
function scriptFor({ callsFile, tokensFile }: CallList): string {
  return `
local heads, ends, tokens, count, turn = {}, {}, {}, 0, 0
for token in io.lines(${JSON.stringify(tokensFile)}) do
  tokens[#tokens + 1] = "Authorization: Bearer " .. token .. "\\r\\n\\r\\n"
end
for line in io.lines(${JSON.stringify(callsFile)}) do
  local path, token = line:match("^(%S+) (%d+)$")
  count = count + 1
  heads[count] = "GET " .. path .. " HTTP/1.1\\r\\nHost: 127.0.0.1\\r\\nAccept: application/json\\r\\n"
  ends[count] = tokens[tonumber(token)]
end
request = function()
  turn = turn % count + 1
  return heads[turn] .. ends[turn]
end
`;
}

/** As in `81234 requests in 5.01s`, and `Non-2xx or 3xx responses: 3` if there are any. */
function readReport(report: string): Load {
  const [, requests, seconds] = /(\d+) requests in ([\d.]+)s/.exec(report) ?? [];
  const refused = Number(/Non-2xx or 3xx responses: (\d+)/.exec(report)?.[1] ?? 0);
  const broken = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(report) ?? [];
  const failed = broken.slice(1).reduce((sum, count) => sum + Number(count), refused);
  return { requests: Number(requests), failed, seconds: Number(seconds) };
}
