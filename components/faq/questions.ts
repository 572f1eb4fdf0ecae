/** The ten questions, in order; their sentences stand in the catalogue under Faq.questions. */
export const faqKeys = [
  'what',
  'vote',
  'cost',
  'without',
  'winners',
  'join',
  'tracks',
  'musicians',
  'withdraw',
  'kyc',
] as const
