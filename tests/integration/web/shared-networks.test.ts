// A carrier puts thousands of phones behind one address: nobody there is shut out by the tries of others, and none of them can
// guess what another holds.
import { afterAll, describe, expect, test } from 'vitest'
import { closeDb } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { closeRedis } from '#lib/core/redis.ts'
import type { RouteHandler } from '#lib/web/endpoint/endpoint.ts'
import { newcomer } from '#tests/support/accounts.ts'
import { newAddress, send } from '#tests/support/send.ts'
import * as followRoute from '../../../app/api/challenges/[id]/follow/route.ts'
import * as findRoute from '../../../app/api/challenges/[id]/tally/find/route.ts'
import * as claimRoute from '../../../app/api/gifts/claim/route.ts'
import * as statusRoute from '../../../app/api/users/auth/login-eligibility/route.ts'
import * as resetRoute from '../../../app/api/users/auth/password-reset/route.ts'
import * as registerRoute from '../../../app/api/users/auth/register/route.ts'
import * as resendRoute from '../../../app/api/users/auth/resend-verification/route.ts'

afterAll(async () => {
  await Promise.all([closeDb(), closeRedis()])
})

let made = 0
const newReceipt = () => `SKL${String(made++).padStart(7, '0')}`
const newPhone = () => `2547${String(made++).padStart(8, '0')}`
const id = newId()

/** @returns how many calls of one network were answered before the first 429 */
async function callsUntilRefused(handler: RouteHandler, bodies: object[], address = newAddress()) {
  for (const [index, body] of bodies.entries()) {
    const { status } = await send(handler, { method: 'POST', params: { id }, address, body })
    if (status === 429) return index
    expect([200, 400, 404]).toContain(status)
  }
  return bodies.length
}
const several = (length: number, one: () => object) => Array.from({ length }, one)

describe.each([
  ['a claim', claimRoute.POST],
  ['a search of the tally', findRoute.POST],
])('on one network %s', (_what, handler) => {
  const pair = () => ({ receipt: newReceipt(), phone_number: newPhone() })

  test('has ten tries for a phone, and ten for a receipt', async () => {
    const [phone_number, receipt] = [newPhone(), newReceipt()]
    const forPhone = several(11, () => ({ ...pair(), phone_number }))
    const forReceipt = several(11, () => ({ ...pair(), receipt }))
    expect(await callsUntilRefused(handler, forPhone)).toBe(10)
    expect(await callsUntilRefused(handler, forReceipt)).toBe(10)
    // On another network its tries are its own.
    expect(await callsUntilRefused(handler, [{ phone_number, receipt }])).toBe(1)
  })

  test('is left to others where one phone has used up its tries', async () => {
    const [phone_number, address] = [newPhone(), newAddress()]
    const ofOne = several(400, () => ({ ...pair(), phone_number }))
    expect(await callsUntilRefused(handler, ofOne, address)).toBe(10)
    for (const body of ofOne) await send(handler, { method: 'POST', params: { id }, address, body })
    expect(await callsUntilRefused(handler, several(100, pair), address)).toBe(100)
  })

  test('has three hundred tries in all', async () => {
    expect(await callsUntilRefused(handler, several(301, pair))).toBe(300)
  })
})

test('on one network a result is followed by many, and no address is asked for it again and again', async () => {
  const email = () => ({ email: `${newId()}@example.test` })
  const same = email()
  const address = newAddress()
  expect(
    await callsUntilRefused(
      followRoute.POST,
      several(21, () => same),
      address,
    ),
  ).toBe(20)
  expect(await callsUntilRefused(followRoute.POST, several(201, email), address)).toBe(180)
})

describe.each([
  ['a registration has twenty tries', registerRoute.POST, 20],
  ['a link for a new password has three', resetRoute.POST, 3],
  ['a verification link has three', resendRoute.POST, 3],
  ['the status of an account has three', statusRoute.POST, 3],
])('on one network %s', (_what, handler, tries) => {
  // Refused after the limit has counted it, for a password that is tried first: none is hashed.
  const registration = { ...newcomer(), password: 'Password123', password_confirm: 'Password123' }
  const one = () => ({ ...registration, email: `${newId()}@example.test` })

  test('for an email, and is left to others where they are used up', async () => {
    const [same, address] = [one(), newAddress()]
    expect(
      await callsUntilRefused(
        handler,
        several(21, () => same),
        address,
      ),
    ).toBe(tries)
    // The call that was refused for its email counted for the network where its mails are counted last.
    const counted = tries === 20 ? tries : tries + 1
    expect(await callsUntilRefused(handler, several(201, one), address)).toBe(200 - counted)
    // On another network its tries are its own.
    expect(await callsUntilRefused(handler, [same])).toBe(1)
  })
})
