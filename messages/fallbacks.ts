/** What screens say of a call where the server's own sentence is not there, or is not the documented one. */
export const fallbacks = {
  request: {
    en: 'Request failed. Please try again.',
    sw: 'Ombi halikufaulu. Tafadhali jaribu tena.',
  },
  gift: {
    en: 'Something went wrong. Please try again.',
    sw: 'Kuna hitilafu imetokea. Tafadhali jaribu tena.',
  },
  maxVotes: {
    en: 'You have exceeded the maximum votes for this video.',
    sw: 'Umezidi idadi ya kura zinazoruhusiwa kwa video hii.',
  },
  signedOut: { en: 'No refresh token available', sw: 'Muda wako umeisha. Ingia tena.' },
} as const
