import { defineScript, type CommandParser } from 'redis';
import { epochSeconds, ticksPerSecond } from './rate-ticks.ts';

const perMicrosecond = ticksPerSecond / 1_000_000;
const perMillisecond = ticksPerSecond / 1000;

/**
 * Takes a call from each key, whose intervals and horizons are the arguments in turn, or from none. Answers with what
 * is used of each horizon; or with the index from 1 of the one that refuses for longest, below zero, and for how long.
 * Each key holds the time until which it is busy by the clock of Redis, and goes when that has passed.
 */
export const takeLimitsScript = defineScript({
  SCRIPT: `
    local time = redis.call('TIME')
    local now = (tonumber(time[1]) - ${epochSeconds}) * ${ticksPerSecond} + tonumber(time[2]) * ${perMicrosecond}
    local stored, answer, refusing, longest = redis.call('MGET', unpack(KEYS)), {}, 0, 0
    local function keep(index, used)
      local milliseconds = string.format('%.0f', math.max(1, math.ceil(used / ${perMillisecond})))
      redis.call('SET', KEYS[index], string.format('%.0f', now + used), 'PX', milliseconds)
    end
    for index = 1, #KEYS do
      local interval, horizon = tonumber(ARGV[2 * index - 1]), tonumber(ARGV[2 * index])
      local used = math.max(0, (tonumber(stored[index] or now) or now) - now)
      if used > horizon then
        used = horizon
        keep(index, used)
      end
      answer[index] = used + interval
      local wait = used + interval - horizon
      if wait > longest then refusing, longest = index, wait end
    end
    if refusing > 0 then return { -refusing, longest } end
    for index = 1, #KEYS do keep(index, answer[index]) end
    return answer`,
  parseCommand: (parser: CommandParser, keys: readonly string[], paces: readonly string[]) => {
    parser.pushKeysLength([...keys]);
    parser.push(...paces);
  },
  transformReply: (reply: readonly number[]) => reply,
});
