import type { GiftStatus } from '#lib/contract/gifts/calls.ts'
import { GIFT_PRICE_SHILLINGS, MAX_GIFTS, VOTE_CODE_LENGTH } from '#lib/contract/gifts/constants.ts'

export type Language = 'en' | 'sw'

/** `checking`: the gift may have been paid. */
export type PastStatus = GiftStatus | 'checking'

export type OrderOutcome =
  | 'ordered'
  | 'without_prompt'
  | 'voting_closed'
  | 'own_video'
  | 'max_votes_reached'
  | 'prompt_open'
  | 'prompts_paused'
  | 'too_many_phones'
  | 'not_found'
  | 'other'

/** Only plain letters: other characters take two or more of a screen's 160 places. */
type Sentences = {
  readonly menu: readonly [string, string, string]
  readonly choose: string
  readonly askCode: string
  readonly badCode: string
  readonly unknownCode: (code: string) => string
  readonly by: string
  readonly askVotes: string
  readonly badVotes: string
  readonly confirm: (votes: number, dancer: string, sum: string) => string
  readonly pay: string
  readonly cancel: string
  readonly cancelled: string
  readonly outcomes: Readonly<Record<OrderOutcome, string>>
  readonly paybill: (business: string, code: string) => string
  readonly noVotes: string
  readonly statuses: Readonly<Record<PastStatus, string>>
  readonly leaders: string
  readonly noLeaders: string
}

/** Sentences in both languages, for callers who have not chosen a language yet. */
export const beforeLanguage = {
  languages: 'Ngoma\n1. English\n2. Kiswahili',
  phone:
    'To vote here, dial from a Safaricom 07 line. Ili kupiga kura hapa, piga kwa laini ya Safaricom ya 07.',
  busy: 'Too many tries. Wait a minute and dial again. Umejaribu mara nyingi. Subiri dakika moja kisha upige tena.',
  failed:
    'That did not work. Dial again in a minute; pay only one prompt. Haikufaulu. Piga tena baada ya dakika; lipa ombi moja tu.',
  unreadable: 'Dial again, please. Tafadhali piga tena.',
} as const

/** Swahili terms follow docs/glossary-sw.md. */
export const sentences: Readonly<Record<Language, Sentences>> = {
  en: {
    menu: ['Vote', 'My last votes', 'Who leads'],
    choose: 'Answer with a number from the list.',
    askCode: 'Enter the vote code of the video:',
    badCode: `A vote code has ${VOTE_CODE_LENGTH} letters and digits. Enter it again:`,
    unknownCode: (code) => `No video has the code ${code}. Enter the vote code again:`,
    by: 'by',
    askVotes: `How many votes, 1 to ${MAX_GIFTS}? KES ${GIFT_PRICE_SHILLINGS} each.`,
    badVotes: `Enter a number from 1 to ${MAX_GIFTS}. How many votes?`,
    confirm: (votes, dancer, sum) => `${votes} ${votes === 1 ? 'vote' : 'votes'} for ${dancer}: KES ${sum}.`,
    pay: 'Pay by M-PESA',
    cancel: 'Cancel',
    cancelled: 'Cancelled. Nothing was charged.',
    outcomes: {
      ordered: 'Wait for the M-PESA prompt on this phone and enter your PIN.',
      without_prompt: 'We cannot send an M-PESA prompt now.',
      voting_closed: 'Voting is not open. Nothing was charged.',
      own_video: 'You cannot vote for your own video. Nothing was charged.',
      max_votes_reached: 'That is more than one phone can vote for this video in a day. Nothing was charged.',
      prompt_open: 'An M-PESA prompt is already open on this phone. Pay or cancel it, then dial again.',
      prompts_paused: 'The last prompts to this phone were not paid. Try again later.',
      too_many_phones: 'The last prompts were not paid. Try again in an hour.',
      not_found: 'You cannot vote for this video now. Nothing was charged.',
      other: 'That did not work. Dial again in a minute.',
    },
    paybill: (business, code) => `No prompt? Pay Bill ${business}, account ${code}.`,
    noVotes: 'No votes from this phone yet.',
    statuses: {
      pending: 'not paid yet',
      checking: 'being checked',
      completed: 'counted',
      failed: 'not paid',
      expired: 'not paid',
      under_review: 'being checked',
      refunded: 'sent back',
    },
    leaders: 'Most votes:',
    noLeaders: 'Nobody leads yet: no votes are counted.',
  },
  sw: {
    menu: ['Piga kura', 'Kura zangu za mwisho', 'Nani anaongoza'],
    choose: 'Jibu kwa nambari iliyo kwenye orodha.',
    askCode: 'Weka msimbo wa kura wa video:',
    badCode: `Msimbo wa kura una herufi na tarakimu ${VOTE_CODE_LENGTH}. Uweke tena:`,
    unknownCode: (code) => `Hakuna video yenye msimbo ${code}. Weka msimbo wa kura tena:`,
    by: 'ya',
    askVotes: `Kura ngapi, 1 hadi ${MAX_GIFTS}? KES ${GIFT_PRICE_SHILLINGS} kila moja.`,
    badVotes: `Weka nambari kuanzia 1 hadi ${MAX_GIFTS}. Kura ngapi?`,
    confirm: (votes, dancer, sum) => `Kura ${votes} kwa ${dancer}: KES ${sum}.`,
    pay: 'Lipa na M-PESA',
    cancel: 'Ghairi',
    cancelled: 'Umeghairi. Hakuna pesa zilizokatwa.',
    outcomes: {
      ordered: 'Subiri ombi la M-PESA kwenye simu hii kisha uweke PIN yako.',
      without_prompt: 'Hatuwezi kutuma ombi la M-PESA kwa sasa.',
      voting_closed: 'Kura hazipokelewi kwa sasa. Hakuna pesa zilizokatwa.',
      own_video: 'Huwezi kupigia kura video yako mwenyewe. Hakuna pesa zilizokatwa.',
      max_votes_reached:
        'Hizo zinazidi kura ambazo simu moja inaweza kupigia video hii kwa siku. Hakuna pesa zilizokatwa.',
      prompt_open: 'Ombi la M-PESA liko wazi kwenye simu hii. Lilipe au ulighairi, kisha upige tena.',
      prompts_paused: 'Maombi ya mwisho kwa simu hii hayakulipwa. Jaribu tena baadaye.',
      too_many_phones: 'Maombi ya mwisho hayakulipwa. Jaribu tena baada ya saa moja.',
      not_found: 'Huwezi kupigia kura video hii sasa. Hakuna pesa zilizokatwa.',
      other: 'Haikufaulu. Piga tena baada ya dakika moja.',
    },
    paybill: (business, code) => `Hakuna ombi? Pay Bill ${business}, akaunti ${code}.`,
    noVotes: 'Bado hakuna kura kutoka simu hii.',
    statuses: {
      pending: 'hazijalipwa',
      checking: 'zinahakikiwa',
      completed: 'zimehesabiwa',
      failed: 'hazikulipwa',
      expired: 'hazikulipwa',
      under_review: 'zinakaguliwa',
      refunded: 'zimerejeshwa',
    },
    leaders: 'Wenye kura nyingi:',
    noLeaders: 'Bado hakuna anayeongoza: hakuna kura zilizohesabiwa.',
  },
}
