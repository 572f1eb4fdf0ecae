import type { PaymentPurpose } from '#lib/domain/payments/schema.ts'

/** What a journal was for, as far as its kind has it. */
export type JournalStory = {
  type: string
  /** Where it is a gift. */
  voteCount: number | null
  videoTitle: string | null
  /** Where it belongs to a month. */
  challenge: string | null
  /** Of a prize: `prize:{challenge}:{rank}`. */
  key: string
}

/** One line for a person about money that went in or out of their wallet. */
export function describeJournal(story: JournalStory): string {
  const { type, challenge, key } = story
  if (isPurpose(type)) return describePayment[type](story)
  switch (type) {
    case 'gift_taken_back':
      return `Sent back: ${describePayment.gift(story)}`
    case 'topup_taken_back':
      return `Sent back: ${describePayment.topup(story)}`
    case 'prize':
      return `Prize for rank ${key.split(':').at(-1)}${ofMonth(challenge)}`
    case 'royalty':
      return `Royalties${ofMonth(challenge)}`
    case 'withdrawal_borne':
      return 'Covered by Ngoma: a withdrawal that M-PESA paid late'
    case 'withdrawal':
      return 'Withdrawal to M-PESA'
    default:
      return type.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase())
  }
}

/** One line about a credited payment, by what it was for: that is the type of its journal. */
const describePayment: Readonly<Record<PaymentPurpose, (story: JournalStory) => string>> = {
  gift: ({ voteCount, videoTitle }) =>
    `${voteCount ?? 1} ${voteCount === 1 ? 'gift' : 'gifts'}${videoTitle ? ` for “${videoTitle}”` : ''}`,
  subscription: ({ challenge }) => `Subscription${ofMonth(challenge)}`,
  topup: () => 'Top-up from M-PESA',
}

const isPurpose = (type: string): type is PaymentPurpose => Object.hasOwn(describePayment, type)

const ofMonth = (challenge: string | null) => (challenge ? `, ${challenge}` : '')

/** Journals that earn somebody money, or take it back; a top-up only moves it. */
export const earningTypes = ['gift', 'gift_taken_back', 'prize', 'royalty'] as const
