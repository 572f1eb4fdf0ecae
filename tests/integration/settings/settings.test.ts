import { afterAll, beforeEach, expect, test } from 'vitest'
import { settingNames, settingRules } from '#lib/contract/settings/constants.ts'
import { setProcessClock } from '#lib/core/clock.ts'
import { closeDb, db, rows } from '#lib/core/db.ts'
import { forgetSettings, readSettings } from '#lib/domain/settings/queries.ts'

/** Those of docs/api.md. */
const documented = {
  tracks_per_musician: 3,
  max_votes_per_phone_per_video_per_day: 1_000,
  voting_starts_day: 8,
  submissions_close_day: 24,
}
const defaults = Object.fromEntries(settingNames.map((name) => [name, settingRules[name].default]))

let ahead = 0
const restoreClock = setProcessClock(() => new Date(Date.now() + ahead * 1000))
const store = (key: string, value: unknown) =>
  rows(db(), 'INSERT INTO setting (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = $2', [
    key,
    JSON.stringify(value),
  ])

beforeEach(async () => {
  await rows(db(), 'DELETE FROM setting')
  forgetSettings()
})
afterAll(async () => {
  restoreClock()
  await Promise.all([closeDb()])
})

test('are the documented defaults until somebody changes them', async () => {
  expect(await readSettings()).toEqual({ ...defaults, ...documented })
})

test('a change is in force within five seconds', async () => {
  await readSettings()
  await store('tracks_per_musician', 5)
  expect((await readSettings()).tracks_per_musician).toBe(3)
  ahead += 5
  expect(await readSettings()).toEqual({ ...defaults, tracks_per_musician: 5 })
})

test('a stored value that is out of bounds, or no number, gives way to the default', async () => {
  await store('voting_starts_day', 31)
  await store('submissions_close_day', '24')
  await store('unknown_setting', 1)
  expect(await readSettings()).toEqual(defaults)
})
