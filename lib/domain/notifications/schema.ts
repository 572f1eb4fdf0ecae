import type { NotificationKind } from '#lib/contract/notifications/constants.ts'
import type { TemplateData, TemplateName } from '#lib/domain/mail/templates.ts'

/** The kind of each mail that is a notification. Other mails are sent at once, whatever the user chose. */
export const kindOfTemplate = {
  kyc_approved: 'identity_decided',
  kyc_rejected: 'identity_decided',
  kyc_document_unreadable: 'identity_decided',
  identity_revoked: 'identity_decided',
  video_approved: 'video_decided',
  video_rejected: 'video_decided',
  official_video_approved: 'video_decided',
  official_video_rejected: 'video_decided',
  track_approved: 'track_decided',
  track_rejected: 'track_decided',
  tracks_assigned: 'tracks_assigned',
  submission_closes: 'submission_closes',
  votes_yesterday: 'votes_yesterday',
  rank_entered: 'rank_changed',
  rank_gained: 'rank_changed',
  rank_lost: 'rank_changed',
  rank_left: 'rank_changed',
  prize_won: 'month_result',
  month_result: 'month_result',
  royalty_paid: 'royalties',
  withdrawal_paid: 'payout_sent',
  withdrawal_failed: 'payout_failed',
} as const satisfies Partial<Record<TemplateName, NotificationKind>>

export type NoticeTemplate = keyof typeof kindOfTemplate

/** A notification to send. `occasion` identifies the event within its kind; users are notified of it once. */
export type News<T extends NoticeTemplate = NoticeTemplate> = T extends NoticeTemplate
  ? {
      readonly userId: string
      readonly occasion: string
      readonly template: T
      readonly data: TemplateData<T>
    }
  : never

export function isNoticeTemplate(name: string): name is NoticeTemplate {
  return Object.hasOwn(kindOfTemplate, name)
}
