// Whoever was deactivated and is let back is nobody's second person for seven days (docs/decisions/0011).
import { describe, expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import { addSeconds, withClock } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { standingOf } from '#lib/domain/approvals/two-people.ts'
import { activateStaff } from '#lib/domain/staff/commands.ts'
import { approveTransfer } from '#lib/domain/transfers/commands.ts'
import { overlapped } from '#tests/support/overlaps.ts'
import { signInAs } from '#tests/support/people.ts'
import { ask } from '#tests/support/review.ts'
import { admins, decide, revenueToPrizes, setUpTransfers } from '#tests/support/transfers.ts'

setUpTransfers()

const DAY = 24 * 3_600
const who = (id: string) => ({ by: { id }, address: '10.1.1.1' })
const notTwo = { name: 'RuleError', code: 'not_two_people', status: 403 }
const areTwo = async (one: string, other: string) =>
  (await standingOf(db(), one, [other])).confirmable.has(other)

describe('whoever was shut out and is let back', () => {
  const turn = async (word: 'activate' | 'deactivate', id: string, by: { access: string }) => {
    const { status } = await ask(contract.admin[`${word}Staff`], by, { params: { id } })
    expect(status).toBe(200)
  }
  const daysLater = <Answer>(days: number, work: () => Promise<Answer>) =>
    withClock(() => addSeconds(new Date(), days * DAY), work)

  test('is no second person at once, or one super admin alone would make one', async () => {
    const shutOut = await signInAs('super_admin')
    await turn('deactivate', shutOut.user.id, admins.second)
    await turn('activate', shutOut.user.id, admins.first)
    const { body: transfer } = await revenueToPrizes(60_000)
    const confirm = () => approveTransfer({ id: transfer.id, ...who(shutOut.user.id) })
    await expect(confirm()).rejects.toMatchObject(notTwo)
    const inDays = (days: number) => daysLater(days, () => areTwo(admins.first.user.id, shutOut.user.id))
    expect([await inDays(6), await inDays(8)]).toEqual([false, true])
    await decide('rejectTransfer', transfer.id, admins.first)
  })

  test('also while they are being let back', async () => {
    const shutOut = await signInAs('super_admin')
    const { body: transfer } = await revenueToPrizes(60_000, { by: shutOut })
    await turn('deactivate', shutOut.user.id, admins.second)
    expect(
      await overlapped(
        { text: 'LOCK TABLE audit_event IN SHARE MODE' },
        () => activateStaff({ id: shutOut.user.id, ...who(admins.first.user.id) }),
        () => approveTransfer({ id: transfer.id, ...who(admins.first.user.id) }),
      ),
    ).toMatchObject({ first: { is_active: true }, second: notTwo })
    await decide('rejectTransfer', transfer.id, admins.first)
  })

  test('is one where it was soon taken back by who had done it, and not a long time later', async () => {
    const [soon, late] = [await signInAs('super_admin'), await signInAs('super_admin')]
    const first = admins.first.user.id
    await turn('deactivate', soon.user.id, admins.first)
    await turn('activate', soon.user.id, admins.first)
    expect(await areTwo(first, soon.user.id)).toBe(true)
    await turn('deactivate', late.user.id, admins.first)
    await daysLater(8, async () => {
      await activateStaff({ id: late.user.id, ...who(first) })
      expect(await areTwo(first, late.user.id)).toBe(false)
    })
  })
})
