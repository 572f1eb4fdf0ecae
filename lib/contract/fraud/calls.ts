import { z } from 'zod'
import {
  defineCall,
  filterDay,
  inLowerCase,
  money,
  optionalText,
  pageOf,
  paging,
  requiredText,
  searched,
  timestamp,
  uuid,
  wholeNumber,
} from '#lib/contract/call.ts'
import { undoable } from '#lib/contract/review/undoable.ts'
import { codedSentence } from '#messages/server/catalogue.ts'
import { SIGNAL_NOTE_MAX, signalActionKinds, signalKinds } from './constants.ts'

export * from './constants.ts'

/** What the gifts share: the dancer's own phone, a browser, a network, a phone, or ten minutes. */
const signalKind = z.enum(signalKinds)
export type SignalKind = z.infer<typeof signalKind>

/** How the phone is known as the dancer's. */
export const ownPhoneLink = z.enum(['profile', 'withdrawal', 'top_up', 'subscription'])
export type OwnPhoneLink = z.infer<typeof ownPhoneLink>

export const signalReason = z.object({
  kind: z.enum([
    'own_phone',
    'phones_of_device',
    'phones_of_model',
    'phones_of_network',
    'gifts_in_ten_minutes',
    'times_usual',
  ]),
  /** 1 for an own phone. */
  value: z.number(),
  link: ownPhoneLink.nullable(),
  points: z.number().int(),
})
export type SignalReason = z.infer<typeof signalReason>

/**
 * `open` signals wait for an officer and `escalated` ones for a super admin; their gifts count. The money of
 * a `held` signal is in suspense until two super admins decide.
 */
export const signalStatus = z.enum([
  'open',
  'held',
  'dismissed',
  'escalated',
  'released',
  'refunded',
  'closed',
])
export type SignalStatus = z.infer<typeof signalStatus>

export const fraudSignal = z.object({
  id: z.string(),
  kind: signalKind,
  status: signalStatus,
  score: z.number().int(),
  reasons: z.array(signalReason),
  video: z.object({ id: z.string(), title: z.string(), dancer: z.string() }),
  gifts: z.number().int(),
  votes: z.number().int(),
  amount: money,
  /** Nairobi day of payment. */
  day: z.iso.date(),
  /** The gift, if the signal is about a single payment. */
  gift_id: z.string().nullable(),
  created_at: timestamp,
  updated_at: timestamp,
  decided_by: z.string().nullable(),
  decided_at: timestamp.nullable(),
  note: z.string(),
  /** The super admin's action that waits for a second one. */
  proposal: z.object({ action: z.enum(signalActionKinds), proposed_at: timestamp }).nullable(),
  /** The signal whose action refunded the last gifts of this one. */
  decided_with: z.object({ id: z.string(), kind: signalKind }).nullable(),
})
export type FraudSignal = z.infer<typeof fraudSignal>

export const signalGift = z.object({
  id: z.string(),
  /** M-Pesa's; null if unknown. */
  receipt: z.string().nullable(),
  paid_at: timestamp.nullable(),
  votes: z.number().int(),
  amount: money,
  /** Masked; empty if unknown. */
  phone: z.string(),
  /** The payer's number within the signal, from 1, because masked phones can look alike. */
  payer: z.number().int().nullable(),
  /** Equal texts mean the same browser, device kind or network. Empty if unknown. */
  browser: z.string(),
  model: z.string(),
  network: z.string(),
  status: z.enum(['counted', 'held', 'sending_back', 'refunded', 'not_counted']),
})
export type SignalGift = z.infer<typeof signalGift>

const standing = z.object({ votes: z.number().int(), rank: z.number().int() })

const signalAction = z.object({
  id: z.string(),
  action: z.enum(signalActionKinds),
  state: z.enum(['proposed', 'running', 'done', 'rejected']),
  /** Gifts of the action; once it is done, only those that it changed. */
  gifts: z.number().int(),
  /** Sum of these gifts. */
  amount: money,
  note: z.string(),
  proposed_by: z.string(),
  proposed_at: timestamp,
  /** Gifts of a proposed or running action. */
  gift_ids: z.array(z.string()),
  /** The caller proposed the action, so another super admin must confirm it. */
  is_own: z.boolean(),
  /** The proposer and the caller are two people. */
  can_confirm: z.boolean(),
  decided_by: z.string().nullable(),
  decided_at: timestamp.nullable(),
  decision_note: z.string(),
  finished_at: timestamp.nullable(),
  /** Gifts that the worker has processed. */
  done: z.number().int(),
  /** Unchanged gifts, by reason code. */
  skipped: z.array(z.object({ reason: z.string(), gifts: z.number().int() })),
  /** Votes of the changed gifts. */
  votes: z.number().int(),
  /** Shares that wallets had already spent, borne by the platform. */
  borne: money,
  refunds: z.object({
    done: z.number().int(),
    under_way: z.number().int(),
    failed: z.number().int(),
  }),
  rank_before: z.number().int().nullable(),
  rank_after: z.number().int().nullable(),
})
export type SignalAction = z.infer<typeof signalAction>

const staff = ['compliance_officer', 'super_admin'] as const
const ofSignal = z.object({ id: uuid })

/** `waiting` signals need a super admin: they are escalated, or have a proposed action. */
const listedStatus = z.enum([...signalStatus.options, 'waiting'])
export type ListedSignalStatus = z.infer<typeof listedStatus>

export const signalFilters = z.object({
  status: z
    .union([z.literal(''), listedStatus], { error: codedSentence('choose.status', { list: 'signals' }) })
    .default(''),
  kind: z.preprocess(
    (given) => inLowerCase(given) || undefined,
    z
      .enum(signalKinds, {
        error: codedSentence('choose.one_of', { words: `one of ${signalKinds.join(', ')}` }),
      })
      .optional(),
  ),
  video: z.union([z.literal(''), uuid], { error: codedSentence('field.not_uuid') }).default(''),
  /** By the day the signal was found. */
  from: filterDay,
  /** Inclusive. */
  to: filterDay,
  /** Part of a video's title, or of the dancer's name. */
  search: searched,
})
export type SignalFilters = z.output<typeof signalFilters>

export const fraudSignals = defineCall('GET /users/compliance/fraud-signals/', {
  group: 'Compliance',
  summary: 'What looks strange about gifts, the highest scores first; the same with .csv as a file',
  access: staff,
  query: signalFilters.extend(paging),
  answer: pageOf(fraudSignal).extend({
    /**
     * Totals of all signals that match. A gift in several signals counts once; beyond a signal's newest 200
     * gifts, which alone are stored, in each.
     */
    totals: z.object({ gifts: z.number().int(), votes: z.number().int(), amount: money }),
  }),
})
export type FraudSignalsQuery = z.output<typeof fraudSignals.query>
export type FraudSignalPage = z.infer<typeof fraudSignals.answer>

export const fraudSignalFile = defineCall('GET /users/compliance/fraud-signals.csv', {
  group: 'Compliance',
  summary: 'The list as a file, those found last first',
  access: staff,
  query: signalFilters,
  answer: z.string(),
})

export const fraudSignalDetail = defineCall('GET /users/compliance/fraud-signals/{id}/', {
  group: 'Compliance',
  summary: 'A signal with the gifts that it was made from, 200 at most',
  access: staff,
  params: ofSignal,
  answer: fraudSignal.extend({
    evidence: z.array(signalGift),
    /**
     * The dancer's place on the leaderboard, with the votes of their best video: now, without these gifts, and
     * with all of them.
     */
    ranking: z.object({ now: standing, without: standing, with_all: standing }),
    /** Super admins' actions, newest first. */
    actions: z.array(signalAction),
  }),
})
export type FraudSignalDetail = z.infer<typeof fraudSignalDetail.answer>

export const dismissSignal = defineCall('POST /users/compliance/fraud-signals/{id}/dismiss/', {
  group: 'Compliance',
  alsoAnswers: [409],
  summary:
    'Find nothing wrong with it, and say why. Refused where it has grown beyond the score that was looked at',
  access: staff,
  params: ofSignal,
  body: z.object({
    note: requiredText(SIGNAL_NOTE_MAX),
    /** The score shown to the officer: 409 if it is higher by now. Without it, any score is dismissed. */
    score: wholeNumber.optional(),
    undoable,
  }),
  answer: fraudSignal,
})

export const escalateSignal = defineCall('POST /users/compliance/fraud-signals/{id}/escalate/', {
  group: 'Compliance',
  alsoAnswers: [409],
  summary: 'Put it before the super admins',
  access: staff,
  params: ofSignal,
  body: z.object({ note: optionalText(SIGNAL_NOTE_MAX).default(''), undoable }),
  answer: fraudSignal,
})

export const reopenSignal = defineCall('POST /users/compliance/fraud-signals/{id}/reopen/', {
  group: 'Compliance',
  alsoAnswers: [409],
  summary: 'Undo a dismissal, and say why: the signal is open again',
  access: staff,
  params: ofSignal,
  body: z.object({ note: requiredText(SIGNAL_NOTE_MAX) }),
  answer: fraudSignal,
})
