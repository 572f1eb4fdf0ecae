// Who was deactivated, or lost the role, is no half of two people (docs/decisions/0011).
import { describe, expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import { db } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { listSettings } from '#lib/domain/settings/queries.ts'
import { deactivateStaff } from '#lib/domain/staff/commands.ts'
import { approveTransfer } from '#lib/domain/transfers/commands.ts'
import { overlapped } from '#tests/support/overlaps.ts'
import { signInAs } from '#tests/support/people.ts'
import { ask } from '#tests/support/review.ts'
import {
  admins,
  balanceOf,
  decide,
  listed,
  revenueToPrizes,
  setUpTransfers,
} from '#tests/support/transfers.ts'

setUpTransfers()

const who = (id: string) => ({ by: { id }, address: '10.1.1.1' })

describe('the word of who is no super admin any more', () => {
  const gone = { status: 409, body: { code: 'requester_gone' } }
  const sendAway = (id: string) => deactivateStaff({ id, ...who(admins.first.user.id) })

  test.each([
    ['deactivated', (id: string) => sendAway(id)],
    [
      'an officer by now',
      (id: string) => db().query(`UPDATE app_user SET role = 'compliance_officer' WHERE id = $1`, [id]),
    ],
  ])('is no half of a transfer: %s', async (_, leave) => {
    const leaver = await signInAs('super_admin')
    const { body } = await revenueToPrizes(60_000, { by: leaver })
    const asSeen = async () =>
      (await listed({ status: 'waiting' }, admins.second)).find(({ id }) => id === body.id)
    expect(await asSeen()).toMatchObject({ can_approve: true, is_requester_gone: false })
    await leave(leaver.user.id)
    expect(await decide('approveTransfer', body.id, admins.second)).toMatchObject(gone)
    expect(await balanceOf('prize_pool')).toBe(0n)
    expect(await asSeen()).toMatchObject({ can_approve: false, is_requester_gone: true })
    expect(await decide('rejectTransfer', body.id, admins.second)).toMatchObject({ status: 200 })
  })

  test('confirms nothing either', async () => {
    const leaver = await signInAs('super_admin')
    const { body } = await revenueToPrizes(60_000)
    await sendAway(leaver.user.id)
    await expect(approveTransfer({ id: body.id, ...who(leaver.user.id) })).rejects.toMatchObject({
      name: 'ForbiddenError',
    })
    await decide('rejectTransfer', body.id, admins.first)
  })

  test('counts no more as soon as they are sent away, and who has confirmed before is not stopped', async () => {
    const [leaver, other] = [await signInAs('super_admin'), await signInAs('super_admin')]
    const inItsMiddle = { text: 'LOCK TABLE audit_event IN SHARE MODE' }
    const approve = async (id: string) => approveTransfer({ id, ...who(admins.second.user.id) })
    const { body: late } = await revenueToPrizes(60_000, { by: leaver })
    expect(
      await overlapped(
        inItsMiddle,
        () => sendAway(leaver.user.id),
        () => approve(late.id),
      ),
    ).toMatchObject({ first: { is_active: false }, second: { code: 'requester_gone' } })
    await decide('rejectTransfer', late.id, admins.second)
    const { body: early } = await revenueToPrizes(60_000, { by: other })
    expect(
      await overlapped(
        inItsMiddle,
        () => approve(early.id),
        () => sendAway(other.user.id),
      ),
    ).toMatchObject({ first: { status: 'completed' }, second: { is_active: false } })
  })

  test('puts no setting in force, and holds up nobody who proposes it anew', async () => {
    const leaver = await signInAs('super_admin')
    const name = 'payout_second_approval_above'
    const setting = async () => {
      const found = (await listSettings(admins.second.user.id)).find((one) => one.name === name)
      if (!found) throw new Error(`no setting ${name}`)
      return found
    }
    const proposed = async (by: { access: string }) => {
      const { version } = await setting()
      const { status } = await ask(contract.settings.change, by, { body: { name, value: 20, version } })
      expect(status).toBe(202)
      return { params: { id: (await setting()).proposal?.id ?? '' } }
    }
    const { value: before } = await setting()
    const theirs = await proposed(leaver)
    await sendAway(leaver.user.id)
    expect(await ask(contract.settings.approve, admins.second, theirs)).toMatchObject(gone)
    expect(await setting()).toMatchObject({
      value: before,
      proposal: { can_confirm: false, is_proposer_gone: true },
    })
    expect((await ask(contract.settings.reject, admins.second, theirs)).status).toBe(200)
    const anew = await proposed(admins.first)
    expect(await setting()).toMatchObject({ proposal: { can_confirm: true, is_proposer_gone: false } })
    await ask(contract.settings.reject, admins.first, anew)
  })

  test('lets nobody in, whose invitation is withdrawn', async () => {
    const leaver = await signInAs('super_admin')
    const email = `${newId()}@ngoma.test`
    const { body: invited } = await ask(contract.admin.inviteStaff, leaver, {
      body: { first_name: 'Wanja', last_name: newId().slice(-8), email, role: 'super_admin' },
    })
    const params = { id: String(invited.id) }
    await sendAway(leaver.user.id)
    expect(await ask(contract.admin.activateStaff, admins.second, { params })).toMatchObject(gone)
    const shown = await ask(contract.admin.staff, admins.second, { query: { search: email } })
    expect(shown.body.results).toMatchObject([{ awaits_confirmation: true, is_inviter_gone: true }])
    expect((await ask(contract.admin.withdrawInvitation, admins.second, { params })).status).toBe(204)
  })
})
