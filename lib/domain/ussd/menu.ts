import { GIFT_PRICE_SHILLINGS, MAX_GIFTS, VOTE_CODE_LENGTH } from '#lib/contract/gifts/constants.ts'
import { normaliseSpokenCode } from '#lib/core/ids.ts'
import { beforeLanguage, type Language, type OrderOutcome, type PastStatus, sentences } from './sentences.ts'

// The menu on phones without data (docs/decisions/0015). Pure: a place depends only on the input, not on the
// database, so that a repeated request leads to the same place.

/** Most characters of a screen, including `CON ` or `END `. */
export const SCREEN_MAX = 160

export type Screen = { readonly text: string; readonly ends: boolean }

/** The caller's place in the menu after all input of the session. */
export type Place =
  | { readonly at: 'language' }
  | { readonly at: 'menu'; readonly language: Language; readonly isWrong: boolean }
  | { readonly at: 'code'; readonly language: Language; readonly isWrong: boolean }
  | { readonly at: 'votes'; readonly language: Language; readonly code: string; readonly isWrong: boolean }
  | ({ readonly at: 'confirm'; readonly language: Language; readonly isWrong: boolean } & Chosen)
  | ({ readonly at: 'order'; readonly language: Language } & Chosen)
  | { readonly at: 'cancelled'; readonly language: Language }
  | { readonly at: 'my_votes'; readonly language: Language }
  | { readonly at: 'leaders'; readonly language: Language }

export type Chosen = { readonly code: string; readonly votes: number }

/** Reads a place from the session's inputs, joined by `*`. After a wrong input the same place asks again. */
export function placeOf(text: string): Place {
  const inputs = text === '' ? [] : text.split('*').map((input) => input.trim())
  const first = inputs.findIndex((input) => Object.hasOwn(languages, input))
  const language = languages[inputs[first] ?? '']
  if (!language) return { at: 'language' }
  const rest = inputs.slice(first + 1)
  const picked = rest.findIndex((input) => /^[123]$/.test(input))
  if (picked < 0) return { at: 'menu', language, isWrong: rest.length > 0 }
  if (rest[picked] === '2') return { at: 'my_votes', language }
  if (rest[picked] === '3') return { at: 'leaders', language }
  return votingPlace(language, rest.slice(picked + 1))
}

const languages: Readonly<Record<string, Language>> = { '1': 'en', '2': 'sw' }

/**
 * Reads codes and numbers of votes. A code is longer than any number of votes, so a later code is recognised:
 * it replaces an unknown or mistyped code, and the number after that code.
 */
function votingPlace(language: Language, inputs: readonly string[]): Place {
  let place: Place = { at: 'code', language, isWrong: false }
  for (const input of inputs) {
    const code = normaliseSpokenCode(input)
    if (code.length === VOTE_CODE_LENGTH) place = { at: 'votes', language, code, isWrong: false }
    else place = nextPlace(place, input)
    if (place.at === 'order' || place.at === 'cancelled') return place
  }
  return place
}

function nextPlace(place: Place, input: string): Place {
  switch (place.at) {
    case 'votes': {
      const { language, code } = place
      const votes = /^\d{1,3}$/.test(input) ? Number(input) : 0
      if (votes < 1 || votes > MAX_GIFTS) return { ...place, isWrong: true }
      return { at: 'confirm', language, code, votes, isWrong: false }
    }
    case 'confirm': {
      const { language, code, votes } = place
      if (input === '1') return { at: 'order', language, code, votes }
      return input === '2' ? { at: 'cancelled', language } : { ...place, isWrong: true }
    }
    default:
      return { ...place, isWrong: true } as Place
  }
}

export type UssdVideo = { readonly title: string; readonly dancer: string; readonly isOpen: boolean }
export type PastVotes = { readonly dancer: string; readonly votes: number; readonly status: PastStatus }
export type Leader = { readonly dancer: string; readonly votes: number }

export function plainScreen(place: Place & { at: 'language' | 'menu' | 'code' | 'cancelled' }): Screen {
  if (place.at === 'language') return ask(beforeLanguage.languages)
  const words = sentences[place.language]
  switch (place.at) {
    case 'menu':
      return ask(...(place.isWrong ? [words.choose] : []), ...numbered(words.menu))
    case 'code':
      return ask(place.isWrong ? words.badCode : words.askCode)
    case 'cancelled':
      return end(words.cancelled)
  }
}

/** @param video null for an unknown code */
export function videoScreen(place: Place & { at: 'votes' | 'confirm' }, video: UssdVideo | null): Screen {
  const words = sentences[place.language]
  if (!video) return ask(words.unknownCode(place.code))
  if (!video.isOpen) return end(words.outcomes.voting_closed)
  const dancer = plainName(video.dancer, 24)
  if (place.at === 'votes')
    return ask(
      plainName(video.title, 36),
      `${words.by} ${dancer}`,
      place.isWrong ? words.badVotes : words.askVotes,
    )
  const sum = String(place.votes * GIFT_PRICE_SHILLINGS)
  return ask(
    ...(place.isWrong ? [words.choose] : []),
    words.confirm(place.votes, dancer, sum),
    ...numbered([words.pay, words.cancel]),
  )
}

/** @param business the Paybill number, shown if the caller may pay by Paybill */
export function orderScreen(place: Place & { at: 'order' }, outcome: OrderOutcome, business: string): Screen {
  const words = sentences[place.language]
  const mayPay = outcome === 'ordered' || outcome === 'without_prompt' || outcome === 'prompts_paused'
  const other = mayPay ? [words.paybill(business, place.code)] : []
  return end(words.outcomes[outcome], ...other)
}

export function myVotesScreen(language: Language, past: readonly PastVotes[]): Screen {
  const words = sentences[language]
  if (past.length === 0) return end(words.noVotes)
  return end(
    ...past
      .slice(0, 3)
      .map(({ votes, dancer, status }) => `${votes} ${plainName(dancer, 24)}: ${words.statuses[status]}`),
  )
}

export function leadersScreen(language: Language, leaders: readonly Leader[]): Screen {
  const words = sentences[language]
  if (leaders.length === 0) return end(words.noLeaders)
  const shown = leaders.slice(0, 5)
  // Names share the space beside `END `, the title, and per line `1. `, a blank, the count and the line end.
  const taken = shown.reduce((sum, { votes }) => sum + String(votes).length + 5, 4 + words.leaders.length)
  const room = Math.min(16, Math.floor((SCREEN_MAX - taken) / shown.length))
  const lines = shown.map(({ dancer, votes }, index) => `${index + 1}. ${plainName(dancer, room)} ${votes}`)
  return end(words.leaders, ...lines)
}

export function end(...lines: readonly string[]): Screen {
  return { text: lines.join('\n'), ends: true }
}

function ask(...lines: readonly string[]): Screen {
  return { text: lines.join('\n'), ends: false }
}

export function writeScreen({ text, ends }: Screen): string {
  return `${ends ? 'END' : 'CON'} ${text}`
}

const numbered = (choices: readonly string[]) => choices.map((choice, index) => `${index + 1}. ${choice}`)

/**
 * Cuts a name and keeps only letters that take one of a screen's 160 places on every handset: drops accents,
 * and replaces other characters by blanks.
 */
function plainName(name: string, longest: number): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w !"#$%&'()*+,./:;<=>?@-]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return plain.slice(0, longest).trim() || '-'
}
