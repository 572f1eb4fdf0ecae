import { z } from 'zod'
import { money, timestamp, uuid } from '#lib/contract/call.ts'
import { alertKinds } from '#lib/contract/health/constants.ts'
import { kycDocumentTypes } from '#lib/contract/kyc/requirements.ts'
import { nairobiDayStart, nairobiText } from '#lib/core/clock.ts'

export type Content = {
  /** The button's path below PUBLIC_URL. */
  path: string
  /** Values that replace their names in braces in sentences. */
  values?: Readonly<Record<string, string>>
  /** Text that a person wrote, or a stored sentence. */
  quote?: string
  lines?: readonly Line[]
}

/** `label`: a key of `Frame.labels`, or shown as it is. `title`: a user's text, never looked up. */
export type Line = ({ label: string } | { title: string }) & { text: string }

function template<S extends z.ZodType>(schema: S, content: (data: z.output<S>) => Content) {
  return { schema, content: (data: unknown) => content(schema.parse(data)) }
}

const kes = (shillings: number) =>
  `${shillings < 0 ? '−' : ''}KES ${Math.abs(shillings).toLocaleString('en-KE')}`

const count = (number: number) => number.toLocaleString('en-KE')

const MIDNIGHT = '24:00'

/** The time of an end in Nairobi; midnight is 24:00 of the day that ends. */
function endTime(end: Date): string {
  return end.getTime() === nairobiDayStart(end).getTime() ? MIDNIGHT : nairobiText(end).slice(11, 16)
}

const nothing = z.object({})
const link = z.object({ token: z.string(), email: z.string() })

const systemAlerts = z.object({
  alerts: z.array(z.object({ kind: z.enum(alertKinds), at: timestamp })).min(1),
})

function toAlertLines({ alerts }: z.output<typeof systemAlerts>): Content {
  return {
    path: '/superadmin?tab=health',
    lines: alerts.map(({ kind, at }) => ({
      label: `system_${kind}`,
      text: nairobiText(new Date(at)).slice(0, 16),
    })),
  }
}

/** `amount` in shillings, before the withheld `tax`. */
const grossAndTax = { amount: money, tax: money.default(0) }

function toTaxedLines(label: string, { amount, tax }: { amount: number; tax: number }): Line[] {
  const gross = { label, text: kes(amount) }
  if (tax === 0) return [gross]
  // Subtracts whole cents, because shillings with decimals are inexact.
  const net = (Math.round(amount * 100) - Math.round(tax * 100)) / 100
  return [gross, { label: 'tax', text: kes(-tax) }, { label: 'net', text: kes(net) }]
}

const rankChange = z.object({
  challenge: z.string(),
  from: z.number().int(),
  to: z.number().int(),
  video_id: uuid,
})

function describeRank({ challenge, from, to, video_id }: z.output<typeof rankChange>): Content {
  return { path: `/video/${video_id}`, values: { challenge, from: String(from), to: String(to) } }
}

const letter = z.object({ text: z.string() })
const toLetter =
  (path: string) =>
  ({ text }: z.output<typeof letter>): Content => ({ path, quote: text })

const closedDispute = z.object({
  token: z.string(),
  reference: z.string(),
  text: z.string(),
  /** Amount sent back; null without a refund, or if the payer is not proven. */
  refunded: money.nullable(),
})

function describeClosedDispute({ refunded, ...data }: z.output<typeof closedDispute>): Content {
  const lines = refunded === null ? [] : [{ label: 'refunded', text: kes(refunded) }]
  return { ...describeDispute(data), lines }
}

function describeDispute(data: { token: string; reference: string; text?: string }): Content {
  return { path: `/disputes/${data.token}`, values: { reference: data.reference }, quote: data.text ?? '' }
}

/** Votes for a video that super admins hold, release or refund together (lib/domain/rings/commands.ts). */
const heldVotes = z.object({ title: z.string(), votes: z.number().int(), video_id: uuid })

function describeHeldVotes({ title, votes, video_id }: z.output<typeof heldVotes>): Content {
  return { path: `/video/${video_id}`, values: { title, votes: count(votes) } }
}

/** Mails by name; sentences/en.ts and sentences/sw.ts have their sentences. */
export const templates = {
  // A stranger may register with any address and name, so these two mails contain no text from the form.
  verify_email: template(link, (data) => ({ path: `/verify-email?${new URLSearchParams(data)}` })),
  reset_password: template(link, ({ token }) => ({
    path: `/reset-password?${new URLSearchParams({ token })}`,
  })),
  staff_invited: template(link, ({ token }) => ({
    path: `/reset-password?${new URLSearchParams({ token })}`,
  })),
  password_changed: template(nothing, () => ({ path: '/forgot-password' })),
  second_factor_reset_asked: template(nothing, () => ({ path: '/login' })),
  second_factor_reset: template(nothing, () => ({ path: '/login' })),
  account_deactivated: template(z.object({ reason: z.string() }), ({ reason }) => ({
    path: '/faq',
    quote: reason,
  })),
  account_activated: template(nothing, () => ({ path: '/login' })),
  withdrawals_frozen: template(nothing, () => ({ path: '/profile' })),
  withdrawals_unfrozen: template(nothing, () => ({ path: '/profile' })),
  // A super admin writes the text of a letter on the user's page.
  letter_payment: template(letter, toLetter('/notifications')),
  letter_withdrawal: template(letter, toLetter('/profile')),
  letter_identity: template(letter, toLetter('/kyc-upload')),
  letter_account: template(letter, toLetter('/profile')),
  letter_video: template(letter, toLetter('/profile')),
  account_deleted: template(nothing, () => ({ path: '/' })),
  // A stranger may have entered the email, so these mails contain no text from the form.
  account_exists: template(nothing, () => ({ path: '/login' })),
  account_active: template(nothing, () => ({ path: '/login' })),
  account_inactive: template(nothing, () => ({ path: '/faq' })),
  account_unverified: template(nothing, () => ({ path: '/login' })),
  kyc_approved: template(nothing, () => ({ path: '/profile' })),
  kyc_rejected: template(
    z.object({
      reason: z.string().default(''),
      /** Reasons by field of the KYC form. */
      field_reasons: z.record(z.string(), z.string()).default({}),
    }),
    ({ reason, field_reasons }) => ({
      path: '/kyc-upload',
      quote: reason,
      lines: Object.entries(field_reasons).map(([label, text]) => ({ label, text })),
    }),
  ),
  identity_revoked: template(z.object({ reason: z.string() }), ({ reason }) => ({
    path: '/kyc-upload',
    quote: reason,
  })),
  kyc_document_unreadable: template(
    z.object({ document: z.enum(kycDocumentTypes), file_name: z.string() }),
    ({ document, file_name }) => ({ path: '/kyc-upload', lines: [{ label: document, text: file_name }] }),
  ),
  track_approved: template(z.object({ title: z.string() }), (values) => ({
    path: '/musician-dashboard',
    values,
  })),
  track_rejected: template(
    z.object({ title: z.string(), comments: z.string().default('') }),
    ({ title, comments }) => ({ path: '/musician-dashboard', values: { title }, quote: comments }),
  ),
  video_approved: template(z.object({ title: z.string(), video_id: uuid }), ({ title, video_id }) => ({
    path: `/video/${video_id}`,
    values: { title },
  })),
  video_rejected: template(
    z.object({ title: z.string(), reason: z.string().default('') }),
    ({ title, reason }) => ({ path: '/upload', values: { title }, quote: reason }),
  ),
  // An official video takes no votes.
  official_video_approved: template(
    z.object({ title: z.string(), video_id: uuid }),
    ({ title, video_id }) => ({ path: `/video/${video_id}`, values: { title } }),
  ),
  official_video_rejected: template(
    z.object({ title: z.string(), reason: z.string().default('') }),
    ({ title, reason }) => ({ path: '/musician-dashboard', values: { title }, quote: reason }),
  ),
  subscription_paid: template(
    z.object({
      challenge: z.string(),
      /** Shillings. */
      amount: money,
      /** Empty if the wallet paid. */
      receipt: z.string().default(''),
    }),
    ({ challenge, amount, receipt }) => ({
      path: '/upload',
      values: { challenge },
      lines: [
        { label: 'amount', text: kes(amount) },
        ...(receipt ? [{ label: 'receipt', text: receipt }] : []),
      ],
    }),
  ),
  tracks_assigned: template(
    z.object({
      challenge: z.string(),
      tracks: z.array(z.object({ title: z.string(), artist: z.string() })).min(1),
    }),
    ({ challenge, tracks }) => ({
      path: '/upload',
      values: { challenge },
      lines: tracks.map(({ title, artist }) => ({ title, text: artist })),
    }),
  ),
  submission_closes: template(
    z.object({
      challenge: z.string(),
      missing: z.number().int(),
      /** The first moment after the last day. */
      ends_at: timestamp,
    }),
    ({ challenge, missing, ends_at }) => ({
      path: '/upload',
      values: { challenge, missing: String(missing), time: endTime(new Date(ends_at)) },
    }),
  ),
  votes_yesterday: template(z.object({ votes: z.number().int(), video_id: uuid }), ({ votes, video_id }) => ({
    path: `/video/${video_id}`,
    values: { votes: count(votes) },
  })),
  rank_entered: template(
    z.object({ challenge: z.string(), to: z.number().int(), video_id: uuid }),
    ({ challenge, to, video_id }) => ({ path: `/video/${video_id}`, values: { challenge, to: String(to) } }),
  ),
  rank_gained: template(rankChange, describeRank),
  rank_lost: template(rankChange, describeRank),
  rank_left: template(z.object({ challenge: z.string(), from: z.number().int() }), (data) => ({
    path: '/?tab=leaderboard',
    values: { challenge: data.challenge, from: String(data.from) },
  })),
  month_result: template(
    z.object({
      challenge: z.string(),
      challenge_id: uuid,
      rank: z.number().int(),
      votes: z.number().int(),
    }),
    ({ challenge, challenge_id, rank, votes }) => ({
      path: `/results/${challenge_id}`,
      values: { challenge, rank: String(rank), votes: count(votes) },
    }),
  ),
  news: template(
    z.object({ items: z.array(z.object({ title: z.string(), text: z.string() })).min(2) }),
    ({ items }) => ({
      path: '/notifications',
      values: { count: String(items.length) },
      lines: items,
    }),
  ),
  // A stranger may have entered the address, so the mail contains no text from the form.
  follow_asked: template(z.object({ token: z.string(), challenge: z.string() }), ({ token, challenge }) => ({
    path: `/follow-result?${new URLSearchParams({ token })}`,
    values: { challenge },
  })),
  result_is_there: template(
    z.object({ challenge: z.string(), challenge_id: uuid }),
    ({ challenge, challenge_id }) => ({ path: `/results/${challenge_id}`, values: { challenge } }),
  ),
  prize_won: template(
    z.object({ challenge: z.string(), rank: z.number().int(), ...grossAndTax }),
    ({ challenge, rank, ...prize }) => ({
      path: '/results',
      values: { challenge, rank: String(rank), amount: kes(prize.amount) },
      lines: toTaxedLines('prize', prize),
    }),
  ),
  royalty_paid: template(
    z.object({ challenge: z.string(), ...grossAndTax }),
    ({ challenge, ...royalty }) => ({
      path: '/musician-dashboard?tab=statements',
      values: { challenge, amount: kes(royalty.amount) },
      lines: toTaxedLines('royalties', royalty),
    }),
  ),
  // Sent to the addresses of GET /admin/month-reports/, whose owners may have no account.
  month_report: template(z.object({ challenge: z.string(), month: z.string() }), ({ challenge, month }) => ({
    path: `/superadmin?${new URLSearchParams({ tab: 'accounting', month })}`,
    values: { challenge },
  })),
  withdrawal_requested: template(
    z.object({ token: z.string(), reference: z.string(), phone: z.string(), amount: money }),
    ({ token, reference, phone, amount }) => ({
      path: `/cancel-withdrawal?${new URLSearchParams({ token })}`,
      values: { amount: kes(amount) },
      lines: [
        { label: 'withdrawal', text: kes(amount) },
        { label: 'phone', text: `+${phone}` },
        { label: 'reference', text: reference },
      ],
    }),
  ),
  withdrawal_paid: template(
    z.object({ reference: z.string(), amount: money, receipt: z.string() }),
    ({ reference, amount, receipt }) => ({
      path: '/profile',
      values: { amount: kes(amount) },
      lines: [
        { label: 'withdrawal', text: kes(amount) },
        { label: 'receipt', text: receipt },
        { label: 'reference', text: reference },
      ],
    }),
  ),
  withdrawal_failed: template(
    z.object({ reference: z.string(), amount: money }),
    ({ reference, amount }) => ({
      path: '/profile',
      values: { amount: kes(amount) },
      lines: [
        { label: 'withdrawal', text: kes(amount) },
        { label: 'reference', text: reference },
      ],
    }),
  ),
  payouts_need_people: template(
    z.object({
      alert: z.enum([
        'no_float',
        'initiator_refused',
        'unresolved',
        'contradiction',
        'stuck',
        'all_stuck',
        'refund_stuck',
        'refund_unheard',
      ]),
      /** M-Pesa's code, or our reference. */
      detail: z.string(),
      /** The case's id in the desk's list. */
      id: z.string(),
    }),
    ({ alert, detail, id }) => ({
      path: `/superadmin?${new URLSearchParams({ tab: 'payments', case: id })}`,
      lines: [{ label: `alert_${alert}`, text: detail }],
    }),
  ),
  // The payer may have no account. lib/domain/disputes/mail-dispute.ts creates the link when it mails it.
  dispute_opened: template(z.object({ token: z.string(), reference: z.string() }), describeDispute),
  dispute_answered: template(
    z.object({ token: z.string(), reference: z.string(), text: z.string() }),
    describeDispute,
  ),
  dispute_resolved: template(closedDispute, describeClosedDispute),
  dispute_declined: template(closedDispute, describeClosedDispute),
  votes_held: template(heldVotes, describeHeldVotes),
  votes_released: template(heldVotes, describeHeldVotes),
  votes_sent_back: template(heldVotes, describeHeldVotes),
  signal_escalated: template(
    z.object({ id: uuid, video: z.string(), note: z.string().default('') }),
    ({ id, video, note }) => ({
      path: `/officer?${new URLSearchParams({ tab: 'signals', status: 'escalated', item: id })}`,
      values: { video },
      quote: note,
    }),
  ),
  system_alerts: template(systemAlerts, toAlertLines),
  system_alerts_over: template(systemAlerts, toAlertLines),
  balance_difference: template(
    z.object({
      account: z.enum(['working', 'utility']),
      /** Shillings; negative if M-Pesa holds too little. */
      amount: money,
      /** The case's id in the desk's list. */
      id: z.string(),
    }),
    ({ account, amount, id }) => ({
      path: `/superadmin?${new URLSearchParams({ tab: 'payments', case: id })}`,
      lines: [
        { label: 'mpesa_account', text: account === 'working' ? 'Working' : 'Utility' },
        { label: 'difference', text: kes(amount) },
      ],
    }),
  ),
} as const

export type TemplateName = keyof typeof templates
export type TemplateData<T extends TemplateName> = z.input<(typeof templates)[T]['schema']>
