import { type Sentence, say } from '#lib/core/sentence.ts'
import type { PaymentPurpose } from '#lib/domain/payments/schema.ts'

export type JournalStory = {
  type: string
  /** Votes of a gift; null for other journals. */
  voteCount: number | null
  videoTitle: string | null
  challenge: string | null
  /** The idempotency key; a prize's is `prize:{challenge}:{rank}`, a hold's begins with `hold:`. */
  key: string
}

/** One line for the wallet's owner. */
export function describeJournal(story: JournalStory): Sentence | string {
  const { type, challenge: month, key } = story
  if (isPurpose(type)) return describePayment[type](story)
  switch (type) {
    case 'gift_taken_back':
      return say(key.startsWith('hold:') ? 'journal.held' : 'journal.sent_back', {
        what: describePayment.gift(story),
      })
    case 'gift_released':
      return say('journal.released', { what: describePayment.gift(story) })
    case 'topup_taken_back':
      return say('journal.sent_back', { what: describePayment.topup(story) })
    case 'prize': {
      const rank = key.split(':').at(-1) ?? ''
      return month ? say('journal.prize_of', { rank, month }) : say('journal.prize', { rank })
    }
    case 'royalty':
      return month ? say('journal.royalties_of', { month }) : say('journal.royalties')
    case 'withdrawal_borne':
    case 'withdrawal':
      return say(`journal.${type}`)
    default:
      return type.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase())
  }
}

/** Descriptions of payments: the type of their journal is their purpose. */
const describePayment: Readonly<Record<PaymentPurpose, (story: JournalStory) => Sentence>> = {
  gift: ({ voteCount, videoTitle: video }) => {
    const count = voteCount ?? 1
    if (count === 1) return video ? say('journal.gift_for', { video }) : say('journal.gift')
    return video ? say('journal.gifts_for', { count, video }) : say('journal.gifts', { count })
  },
  subscription: ({ challenge: month }) =>
    month ? say('journal.subscription_of', { month }) : say('journal.subscription'),
  topup: () => say('journal.topup'),
}

const isPurpose = (type: string): type is PaymentPurpose => Object.hasOwn(describePayment, type)

/** Types of journals that are earnings or reverse earnings. A top-up earns nothing. */
export const earningTypes = ['gift', 'gift_taken_back', 'gift_released', 'prize', 'royalty'] as const
