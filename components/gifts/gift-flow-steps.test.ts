import { describe, expect, test } from 'vitest'
import type { OpenGift, WaitingGift } from '#lib/client/gifts/open-gift.ts'
import { type GiftFlowAction, type GiftFlowState, startGiftFlow, stepGiftFlow } from './use-gift-flow.ts'

const request = { videoId: 'v1', title: 'Kanga', dancer: 'Aisha', paybill: null }
const gift: OpenGift = { ...request, id: 'g1', quantity: 5, phone: '254712345678', startedAt: 0 }

const waiting: WaitingGift = {
  key: 'k',
  request,
  quantity: 5,
  phone: gift.phone,
  startedAt: 0,
  waitsFor: 'line',
}

function run(actions: GiftFlowAction[], from: GiftFlowState = startGiftFlow(null)): GiftFlowState {
  return actions.reduce(stepGiftFlow, from)
}

describe('the gift flow', () => {
  test('goes from quantity to confirmation to payment', () => {
    const chosen = run([
      { type: 'asked', request },
      { type: 'picked', quantity: 5 },
    ])
    expect(chosen).toMatchObject({ step: 'confirm', quantity: 5, request })
    expect(
      run(
        [
          { type: 'sending', phone: gift.phone },
          { type: 'opened', gift },
        ],
        chosen,
      ),
    ).toMatchObject({
      step: 'pay',
      sending: false,
      open: gift,
      settled: false,
    })
  })

  test('goes on where the first sheet was left before the flow had loaded', () => {
    const begun = { quantity: 20, isPicked: false, focused: '20' }
    const chosen = run([{ type: 'asked', request: { ...request, begun } }])
    expect(chosen).toMatchObject({
      step: 'select',
      quantity: 20,
      isHandedOver: true,
      focused: '20',
    })
    // The stored request contains nothing of that sheet.
    expect(chosen.request).toEqual(request)
    const picked = run([{ type: 'asked', request: { ...request, begun: { ...begun, isPicked: true } } }])
    expect(picked).toMatchObject({ step: 'confirm', quantity: 20 })
    // A step that the user returns to announces its name.
    expect(run([{ type: 'back' }], picked)).toMatchObject({ step: 'select', quantity: 20, focused: null })
  })

  test('keeps what was picked when the server refuses, and when one goes back', () => {
    const refused = run([
      { type: 'asked', request },
      { type: 'picked', quantity: 7 },
      { type: 'sending', phone: gift.phone },
      { type: 'refused', problem: { field: 'phone', message: 'no', paybill: null } },
    ])
    expect(refused).toMatchObject({
      step: 'confirm',
      quantity: 7,
      sending: false,
      problem: { message: 'no' },
    })
    expect(run([{ type: 'back' }], refused)).toMatchObject({ step: 'select', quantity: 7, problem: null })
  })

  test('that is on its way stays there when it is put away, and no other one is begun meanwhile', () => {
    const sent = run([
      { type: 'asked', request },
      { type: 'picked', quantity: 5 },
      { type: 'sending', phone: gift.phone },
      { type: 'closed' },
    ])
    expect(sent).toMatchObject({ step: 'closed', sending: true })
    const other = { ...request, videoId: 'v2' }
    const again = run([{ type: 'asked', request: other }], sent)
    expect(again).toMatchObject({ step: 'confirm', sending: true, request, quantity: 5 })
    expect(run([{ type: 'opened', gift }], again)).toMatchObject({ step: 'pay', sending: false })
    const problem = { field: null, message: 'no', paybill: null }
    expect(run([{ type: 'refused', problem }], sent)).toMatchObject({
      step: 'confirm',
      sending: false,
      problem,
    })
  })

  test('never asks to pay again while a payment is open, for this video or another', () => {
    const open = run([{ type: 'opened', gift }, { type: 'closed' }])
    expect(open).toMatchObject({ step: 'closed', open: gift })
    const other = { ...request, videoId: 'v2' }
    expect(run([{ type: 'asked', request: other }], open)).toMatchObject({ step: 'pay', open: gift })
  })

  test('shows a payment whose prompt never left for its own video, and makes room for another one', () => {
    const other = { ...request, videoId: 'v2' }
    const unsent = run([{ type: 'opened', gift }, { type: 'unsent', id: gift.id }, { type: 'closed' }])
    expect(run([{ type: 'asked', request }], unsent)).toMatchObject({ step: 'pay', open: gift })
    const asked = run([{ type: 'asked', request: other }], unsent)
    expect(asked).toMatchObject({ step: 'select', request: other, open: null })
    // The prompt is retried and may be on the phone.
    const sent = run([{ type: 'unsent', id: null }], unsent)
    expect(run([{ type: 'asked', request: other }], sent)).toMatchObject({ step: 'pay', open: gift })
    // The next gift's prompt may be on a phone, too.
    const left = run([{ type: 'shown' }, { type: 'again', left: true }], unsent)
    expect(left).toMatchObject({ step: 'confirm', quantity: 5, phone: gift.phone, open: null })
    const next = run([{ type: 'opened', gift: { ...gift, id: 'g2' } }, { type: 'closed' }], unsent)
    expect(run([{ type: 'asked', request: other }], next)).toMatchObject({ step: 'pay', open: { id: 'g2' } })
  })

  test('remembers an open payment over a reload', () => {
    const reloaded = startGiftFlow(gift)
    expect(reloaded.step).toBe('closed')
    expect(run([{ type: 'shown' }], reloaded)).toMatchObject({ step: 'pay', open: gift })
  })

  test('after a failure starts again with the same quantity and phone; after an end the next press is a new gift', () => {
    const settled = run([
      { type: 'opened', gift },
      { type: 'settled', id: 'g1', told: 'failed' },
    ])
    expect(run([{ type: 'again' }], settled)).toMatchObject({
      step: 'confirm',
      quantity: 5,
      phone: gift.phone,
      request,
      open: null,
    })
    expect(run([{ type: 'closed' }, { type: 'asked', request }], settled)).toMatchObject({
      step: 'select',
      open: null,
    })
    // Still followed, because later money counts.
    expect(run([{ type: 'closed' }], settled)).toMatchObject({
      step: 'closed',
      settled: true,
      open: { id: 'g1' },
    })
    const completed = run([{ type: 'settled', id: 'g1', told: 'completed' }], settled)
    expect(run([{ type: 'closed' }], completed)).toMatchObject({ step: 'closed', open: null })
    expect(run([{ type: 'more' }], settled)).toMatchObject({
      step: 'select',
      phone: gift.phone,
      request,
      open: null,
    })
  })

  test('is not settled by news of another payment, and does not start again while one is open', () => {
    const open = run([
      { type: 'opened', gift },
      { type: 'settled', id: 'other', told: 'failed' },
    ])
    expect(open.settled).toBe(false)
    expect(run([{ type: 'again' }], open)).toBe(open)
    expect(run([{ type: 'more' }], open)).toBe(open)
    expect(run([{ type: 'again', left: true }], open)).toMatchObject({ step: 'confirm', open: null })
  })

  test('waits for the connection until it is sent, refused or cancelled, and begins no other gift meanwhile', () => {
    const asked = run([
      { type: 'asked', request },
      { type: 'picked', quantity: 5 },
      { type: 'sending', phone: gift.phone },
      { type: 'waits', gift: waiting },
    ])
    expect(asked).toMatchObject({ step: 'wait', sending: false, waiting })
    // Connected again, but the server does not know yet.
    const unclear: WaitingGift = { ...waiting, waitsFor: 'answer' }
    expect(run([{ type: 'waits', gift: unclear }], asked)).toMatchObject({ step: 'wait', waiting: unclear })
    const putAway = run([{ type: 'closed' }], asked)
    expect(putAway).toMatchObject({ step: 'closed', waiting })
    expect(run([{ type: 'waits', gift: waiting }], putAway).step).toBe('closed')
    const other = { ...request, videoId: 'v2' }
    expect(run([{ type: 'asked', request: other }], putAway)).toMatchObject({ step: 'wait', request })
    expect(run([{ type: 'opened', gift }], putAway)).toMatchObject({ step: 'pay', waiting: null, open: gift })
    const problem = { field: null, message: 'no', paybill: null }
    expect(run([{ type: 'refused', problem }], putAway)).toMatchObject({
      step: 'confirm',
      waiting: null,
      problem,
    })
    const cancelled = run([{ type: 'cancelled' }], asked)
    expect(cancelled).toMatchObject({ step: 'confirm', waiting: null, quantity: 5, wasCancelled: true })
    expect(run([{ type: 'sending', phone: gift.phone }], cancelled).wasCancelled).toBe(false)
    expect(run([{ type: 'closed' }, { type: 'asked', request }], cancelled).wasCancelled).toBe(false)
    expect(startGiftFlow(null, waiting)).toMatchObject({ step: 'closed', request, quantity: 5, waiting })
  })
  test('follows a payment whose first outcome was told, also after a reload, and begins another one meanwhile', () => {
    const declined = run([
      { type: 'opened', gift },
      { type: 'settled', id: 'g1', told: 'failed' },
    ])
    expect(declined).toMatchObject({ step: 'pay', settled: true, open: { id: 'g1', told: 'failed' } })
    const reloaded = startGiftFlow({ ...gift, told: 'failed' })
    expect(reloaded).toMatchObject({ step: 'closed', settled: true, open: { id: 'g1' } })
    expect(run([{ type: 'asked', request }], reloaded)).toMatchObject({ step: 'select', open: null })
    expect(run([{ type: 'settled', id: 'g1', told: 'completed' }], reloaded).open?.told).toBe('completed')
  })

  test('knows of a payment that another tab has begun, but where it has one of its own', () => {
    const found = { type: 'found', gift } as const
    expect(run([found])).toMatchObject({ step: 'closed', open: gift, settled: false })
    expect(run([found, { type: 'asked', request: { ...request, videoId: 'v2' } }]).step).toBe('pay')
    const failed = run([{ type: 'found', gift: { ...gift, told: 'failed' } }])
    expect(failed).toMatchObject({ step: 'closed', settled: true, open: { id: 'g1', told: 'failed' } })
    const picking = run([{ type: 'asked', request }, found, { type: 'picked', quantity: 5 }])
    expect(picking).toMatchObject({ step: 'confirm', open: gift })
    const own = { ...gift, id: 'own' }
    for (const state of [
      run([{ type: 'opened', gift: own }]),
      run([{ type: 'opened', gift: own }, { type: 'closed' }]),
      run([{ type: 'sending', phone: gift.phone }]),
      startGiftFlow(null, waiting),
    ])
      expect(run([found], state)).toBe(state)
  })

  test('lets go of a payment that nobody knows', () => {
    expect(
      run([
        { type: 'opened', gift },
        { type: 'unknown', id: 'g1' },
      ]),
    ).toMatchObject({ step: 'closed', open: null })
    const open = run([{ type: 'opened', gift }])
    expect(run([{ type: 'unknown', id: 'other' }], open)).toBe(open)
  })
})
