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
export function describeJournal({ type, voteCount, videoTitle, challenge, key }: JournalStory): string {
  const ofMonth = challenge ? `, ${challenge}` : ''
  switch (type) {
    case 'gift':
      return `${voteCount ?? 1} ${voteCount === 1 ? 'gift' : 'gifts'}${videoTitle ? ` for “${videoTitle}”` : ''}`
    case 'gift_taken_back':
      return `Sent back: ${describeJournal({ type: 'gift', voteCount, videoTitle, challenge, key })}`
    case 'prize':
      return `Prize for rank ${key.split(':').at(-1)}${ofMonth}`
    case 'royalty':
      return `Royalties${ofMonth}`
    case 'subscription':
      return `Subscription${ofMonth}`
    case 'topup':
      return 'Top-up from M-PESA'
    case 'withdrawal':
      return 'Withdrawal to M-PESA'
    default:
      return type.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase())
  }
}

/** Journals that earn somebody money, or take it back; a top-up only moves it. */
export const earningTypes = ['gift', 'gift_taken_back', 'prize', 'royalty'] as const
