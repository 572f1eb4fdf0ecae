// docs/api.md, Admin: over `transfer_second_approval_above` a second super admin must confirm.
import { describe, expect, test } from 'vitest'
import { db } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { signInAs } from '#tests/support/people.ts'
import {
  admins,
  balanceOf,
  decide,
  listed,
  revenueToPrizes,
  setUpTransfers,
  transferAudit,
} from '#tests/support/transfers.ts'

setUpTransfers()

describe('a transfer above the threshold', () => {
  test('is more than the setting says: exactly so much one may move alone', async () => {
    expect(await revenueToPrizes(50_000)).toMatchObject({ status: 200, body: { status: 'completed' } })
  })

  test('is confirmed by the second, never by the first, and once', async () => {
    const { status, body } = await revenueToPrizes(50_000.01)
    expect({ status, body }).toMatchObject({
      status: 202,
      body: { status: 'waiting', source: { amount: 100_000 }, decided_by: null, can_approve: false },
    })
    expect(await balanceOf('prize_pool')).toBe(0n)
    expect(await decide('approveTransfer', body.id, admins.first)).toMatchObject({
      status: 403,
      body: { code: 'own_transfer' },
    })
    expect(
      (await listed({ status: 'waiting' }, admins.second)).find(({ id }) => id === body.id),
    ).toMatchObject({
      can_approve: true,
    })
    const both = await Promise.all([
      decide('approveTransfer', body.id, admins.second),
      decide('approveTransfer', body.id, admins.second),
    ])
    // As if the first answer was lost and the call was retried: the money moves once, and both answers say so.
    for (const answer of both)
      expect(answer).toMatchObject({
        status: 200,
        body: {
          status: 'completed',
          source: { amount: 49_999.99 },
          destination: { amount: 50_000.01 },
          requested_by: admins.first.user.username,
          decided_by: admins.second.user.username,
        },
      })
    expect(await balanceOf('prize_pool')).toBe(5_000_001n)
    expect(await decide('approveTransfer', body.id, await signInAs('super_admin'))).toMatchObject({
      status: 409,
      body: { code: 'already_decided' },
    })
    expect(await transferAudit(body.id)).toMatchObject([
      { actor_id: admins.first.user.id, action: 'transfer.requested' },
      {
        actor_id: admins.second.user.id,
        action: 'transfer.completed',
        before: { prize_pool: 0 },
        after: { prize_pool: 50_000.01 },
      },
    ])
  })

  test('of two approvers at once one moves the money', async () => {
    const third = await signInAs('super_admin')
    const { body } = await revenueToPrizes(60_000)
    const both = await Promise.all([
      decide('approveTransfer', body.id, admins.second),
      decide('approveTransfer', body.id, third),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await balanceOf('prize_pool')).toBe(6_000_000n)
  })

  test('is looked at again when it is confirmed: what is gone meanwhile cannot be moved', async () => {
    const { body } = await revenueToPrizes(60_000)
    await revenueToPrizes(50_000)
    expect(await decide('approveTransfer', body.id, admins.second)).toMatchObject({
      status: 400,
      body: { code: 'insufficient_balance' },
    })
    expect(await listed({ status: 'waiting' })).toContainEqual(expect.objectContaining({ id: body.id }))
    expect(await decide('rejectTransfer', body.id, admins.second, { reason: 'Too late' })).toMatchObject({
      status: 200,
      body: { status: 'rejected' },
    })
    expect(await decide('approveTransfer', body.id, admins.second)).toMatchObject({ status: 409 })
  })

  test('may be called off by who has asked for it', async () => {
    const { body } = await revenueToPrizes(60_000)
    expect(await decide('rejectTransfer', body.id, admins.first)).toMatchObject({ status: 200 })
    expect(await transferAudit(body.id)).toMatchObject([
      { action: 'transfer.requested' },
      { action: 'transfer.rejected', before: { status: 'waiting' }, after: { status: 'rejected' } },
    ])
    expect(await balanceOf('prize_pool')).toBe(0n)
  })

  test('is written down for good: the product can not change what was asked for', async () => {
    const { body } = await revenueToPrizes(60_000)
    await expect(db().query('UPDATE fund_transfer SET amount = 1 WHERE id = $1', [body.id])).rejects.toThrow(
      'permission denied',
    )
    await expect(
      db().query(
        `UPDATE fund_transfer SET state = 'completed', decided_by = requested_by, decided_at = now(), source_after = 0,
          destination_after = 0 WHERE id = $1`,
        [body.id],
      ),
    ).rejects.toThrow('fund_transfer_two_people')
    await decide('rejectTransfer', body.id, admins.first)
  })

  test('that nobody knows is not found', async () => {
    expect((await decide('approveTransfer', newId(), admins.second)).status).toBe(404)
    expect((await decide('approveTransfer', 'nothing', admins.second)).status).toBe(404)
  })
})
