import { GIFT_PRICE_SHILLINGS } from '#lib/contract/gifts/constants.ts'
import type { Chance } from '../random.ts'

interface Told {
  track: string
  genre: string
  stage: string
  town: string
}

const titles: readonly ((told: Told) => string)[] = [
  (t) => `${t.track} | ${t.stage}`,
  (t) => `${t.stage} – ${t.track}`,
  (t) => `${t.track} in ${t.town}`,
  (t) => `${t.track} challenge, third take`,
  (t) => `${t.genre} from ${t.town}: ${t.track}`,
  (t) => `${t.track}, one take, no cuts`,
  (t) => `My mother filmed this (${t.track})`,
  (t) => `${t.track} kwa barabara`,
  (t) => `${t.town} tumefika! ${t.track}`,
  (t) => `${t.track} with the whole crew`,
  (t) => `${t.track} at sunset`,
  (t) => `${t.genre} after work`,
  (t) => `Nipe kura moja – ${t.track}`,
  (t) => `${t.track}, slow then fast`,
  (t) => `${t.track} on the rooftop`,
  (t) => `${t.stage} x ${t.track}`,
  (t) => `Nimejaribu ${t.track}`,
  (t) => `${t.track}: wait for the last eight`,
  (t) => `${t.town} to the world – ${t.track}`,
  (t) => `${t.track} before the rain came`,
  (t) => `Learning ${t.genre}, day 12`,
  (t) => `${t.track} kwa soko`,
  (t) => `${t.stage} ft. my little brother – ${t.track}`,
  (t) => `${t.track} (barefoot)`,
  (t) => `Hii ni ya mama – ${t.track}`,
  // Without a title the page uses track and name.
  () => '',
  () => '',
]

const descriptions: readonly ((told: Told) => string)[] = [
  () => '',
  () => '',
  (t) =>
    `Shot in ${t.town} on a borrowed phone. If it made you move, one gift is KES ${GIFT_PRICE_SHILLINGS}.`,
  (t) => `Choreography by ${t.stage}. Asanteni kwa support!`,
  (t) => `Two weeks of practice for ${t.track}. Tell me which part you like.`,
  () => 'Nipe kura, na mimi nitacheza tena. Tuko pamoja.',
  (t) => `${t.genre} the way we do it at home.`,
  () => 'No editing, only sweat.',
  (t) => `Thanks to everybody in ${t.town} who stopped their boda boda for this.`,
]

/** Returns texts for videos; each text is used once before any repeats. */
export function inventTexts(chance: Chance): (told: Told) => { title: string; description: string } {
  const title = deck(chance, titles)
  const description = deck(chance, descriptions)
  return (told) => ({ title: title()(told), description: description()(told) })
}

function deck<T>(chance: Chance, cards: readonly T[]): () => T {
  let left: T[] = []
  return () => {
    if (left.length === 0) left = chance.shuffle(cards)
    const card = left.pop()
    if (card === undefined) throw new RangeError('a deck without cards')
    return card
  }
}

export const rejectionReasons = [
  'The music in the video is not the assigned track.',
  'The video shows somebody else’s logo for most of its length.',
  'The video is private on YouTube. Make it public or unlisted and submit it again.',
] as const

const YOUTUBE = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']

/** Yields the given ids first, then invented ones. */
export function* youtubeIds(chance: Chance, given: readonly string[]): Generator<string, never> {
  yield* new Set(given)
  for (;;) yield Array.from({ length: 11 }, () => chance.pick(YOUTUBE)).join('')
}
