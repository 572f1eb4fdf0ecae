import { z } from 'zod'
import { defineCall, optionalText, requiredText, uuid } from '#lib/contract/call.ts'
import { codedSentence } from '#messages/server/catalogue.ts'
import { fraudSignalDetail } from './calls.ts'
import { SIGNAL_NOTE_MAX, signalActionKinds } from './constants.ts'

// Super admins' actions on all or some gifts of a signal. Release and refund need two people.

export const signalActionKind = z.enum(signalActionKinds, {
  error: codedSentence('choose.one_of', { words: 'hold, release or send_back' }),
})
export type SignalActionKind = z.infer<typeof signalActionKind>

const ofSignal = z.object({ id: uuid })
const superAdmin = ['super_admin'] as const

export const orderSignalAction = defineCall('POST /admin/fraud-signals/{id}/actions/', {
  group: 'Admin',
  summary:
    'Hold gifts of a signal at once, or propose to release them or send them back; a second super admin confirms a proposal',
  access: superAdmin,
  params: ofSignal,
  body: z.object({
    action: signalActionKind,
    /** If absent or empty: all gifts of the signal that the action can change. */
    gift_ids: z.array(uuid).max(1_000).default([]),
    /** Sum of the gifts in shillings, as typed by the proposer. Not for a hold. */
    total: z
      .number({ error: codedSentence('field.not_number') })
      .int(codedSentence('field.not_integer'))
      .optional(),
    note: requiredText(SIGNAL_NOTE_MAX),
  }),
  answer: fraudSignalDetail.answer,
  idempotent: true,
})

export const decideSignalAction = defineCall('POST /admin/fraud-signals/{id}/actions/{action_id}/decide/', {
  group: 'Admin',
  alsoAnswers: [409],
  summary: 'Confirm a proposed action as a second super admin, or decline it',
  access: superAdmin,
  params: z.object({ id: uuid, action_id: uuid }),
  body: z.object({
    decision: z.enum(['confirm', 'reject'], {
      error: codedSentence('choose.one_of', { words: 'confirm or reject' }),
    }),
    note: optionalText(SIGNAL_NOTE_MAX).default(''),
  }),
  answer: fraudSignalDetail.answer,
})
