import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { readEnv } from './env.ts'
import { shiftedClock } from './shifted-clock.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'ngoma-clock-'))
const file = path.join(folder, 'ahead')
afterAll(() => rmSync(folder, { recursive: true }))

// A millisecond may pass: adding 0 turns -0 into 0 for `toBe`.
const aheadOf = (clock: () => Date) => Math.round((clock().getTime() - Date.now()) / 1_000) + 0
const looksAgain = () => pause(25)

test('a clock follows what its file says, forward only', async () => {
  const clock = shiftedClock(file, () => new Date())
  expect(aheadOf(clock), 'no file yet').toBe(0)
  writeFileSync(file, '86400000')
  await looksAgain()
  expect(aheadOf(clock)).toBe(86_400)
  writeFileSync(file, '1000')
  await looksAgain()
  expect(aheadOf(clock), 'an earlier time').toBe(86_400)
  writeFileSync(file, 'noon')
  await looksAgain()
  expect(aheadOf(clock), 'what is no number').toBe(86_400)
})

test('production does not take another time than its own', () => {
  expect(() => readEnv({ NGOMA_ENV: 'production', CLOCK_FILE: file })).toThrow('CLOCK_FILE')
})
