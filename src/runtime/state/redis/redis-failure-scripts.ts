import { script } from './define-script.ts';

/**
 * Functions for the scripts below. Each key is a hash of the number of failures, the time until which they pause the
 * key, the time at which they are forgotten, and the times at which attempts in progress count as failed, earliest
 * first. Times are in milliseconds, and are compared with the `now` that the caller sends, which is the first argument.
 * The last arguments are the numbers of a FailureLimit for each key.
 */
const functions = (firstLimit: number) => `
  local now = tonumber(ARGV[1])
  local function limitOf(index)
    local at = 4 * index - 4 + ${firstLimit}
    return tonumber(ARGV[at]), tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2]), tonumber(ARGV[at + 3])
  end
  local function fail(index, count, at)
    local free, first, longest, memory = limitOf(index)
    count.failures = count.failures + 1
    local pause = 0
    if count.failures >= free then pause = math.min(longest, first * 2 ^ (count.failures - free)) end
    count.pausedUntil = at + pause
    count.forgottenAt = count.pausedUntil + memory
  end
  local function forgetAt(count, at)
    if count.forgottenAt <= at then count.failures, count.pausedUntil, count.forgottenAt = 0, 0, 0 end
  end
  local function read(index)
    local values = redis.call('HMGET', KEYS[index], 'failures', 'pausedUntil', 'forgottenAt', 'deadlines')
    local count = { deadlines = {} }
    count.failures, count.pausedUntil = tonumber(values[1] or '0'), tonumber(values[2] or '0')
    count.forgottenAt = tonumber(values[3] or '0')
    for text in string.gmatch(values[4] or '', '%d+') do
      local deadline = tonumber(text)
      if deadline > now then
        table.insert(count.deadlines, deadline)
      else
        forgetAt(count, deadline)
        fail(index, count, deadline)
      end
    end
    forgetAt(count, now)
    return count
  end
  local function write(index, count)
    local last = count.deadlines[#count.deadlines]
    if count.failures <= 0 and not last then return redis.call('DEL', KEYS[index]) end
    local _, _, longest, memory = limitOf(index)
    local keptUntil, texts = count.forgottenAt, {}
    if last then keptUntil = math.max(keptUntil, last + longest + memory) end
    for at, deadline in ipairs(count.deadlines) do texts[at] = string.format('%.0f', deadline) end
    for _, field in ipairs({ 'failures', 'pausedUntil', 'forgottenAt' }) do
      redis.call('HSET', KEYS[index], field, string.format('%.0f', count[field]))
    end
    redis.call('HSET', KEYS[index], 'deadlines', table.concat(texts, ' '))
    redis.call('PEXPIRE', KEYS[index], string.format('%.0f', math.max(1, keptUntil - now)))
  end`;

export const failureScripts = {
  /**
   * The second argument is the deadline of the attempt. Replies 0 if the attempt has begun, -1 if a key is paused, or
   * else the number, from 1, of the first key that is busy.
   */
  beginAttempt: script<number>(
    undefined,
    `${functions(3)}
     local counts, busy = {}, 0
     for index = 1, #KEYS do
       local count = read(index)
       counts[index] = count
       if count.pausedUntil > now then return -1 end
       local free = limitOf(index)
       if busy == 0 and #count.deadlines >= math.max(1, free - count.failures) then busy = index end
     end
     if busy > 0 then return busy end
     for index = 1, #KEYS do
       table.insert(counts[index].deadlines, tonumber(ARGV[2]))
       table.sort(counts[index].deadlines)
       write(index, counts[index])
     end
     return 0`,
  ),
  /** The second argument is the deadline of the attempt; the third one is 1 if the attempt has failed. */
  endAttempt: script<'OK'>(
    undefined,
    `${functions(4)}
     local ended, hasFailed = tonumber(ARGV[2]), ARGV[3] == '1'
     for index = 1, #KEYS do
       local count = read(index)
       local isLate = ended <= now
       for at, deadline in ipairs(count.deadlines) do
         if deadline == ended then
           table.remove(count.deadlines, at)
           break
         end
       end
       if hasFailed and not isLate then fail(index, count, now) end
       if isLate and not hasFailed then
         count.failures, count.pausedUntil = math.max(0, count.failures - 1), 0
       end
       write(index, count)
     end
     return redis.status_reply('OK')`,
  ),
  forgetFailures: script<'OK'>(
    undefined,
    `${functions(2)}
     for index = 1, #KEYS do
       local count = read(index)
       count.failures, count.pausedUntil, count.forgottenAt = 0, 0, 0
       write(index, count)
     end
     return redis.status_reply('OK')`,
  ),
  /** Replies with the duration of the longest pause, in milliseconds. */
  waitForFailures: script<number>(
    undefined,
    `${functions(2)}
     local longest = 0
     for index = 1, #KEYS do longest = math.max(longest, read(index).pausedUntil - now) end
     return longest`,
  ),
};
