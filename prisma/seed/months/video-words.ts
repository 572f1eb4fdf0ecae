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
  (t) => `${t.track}, one take no cuts`,
  (t) => `My mother filmed this (${t.track})`,
  (t) => `${t.track} kwa barabara`,
  (t) => `${t.town} tumefika! ${t.track}`,
  (t) => `${t.track} with the whole crew`,
  (t) => `${t.track} at sunset`,
  (t) => `${t.genre} Friday`,
  (t) => `Nipe kura moja – ${t.track}`,
  (t) => `${t.track}, slow then fast`,
  (t) => `${t.track} on the rooftop`,
  (t) => `${t.stage} x ${t.track}`,
  // Dancers who give no title: the page falls back to the track and the name.
  () => '',
]

const descriptions: readonly ((told: Told) => string)[] = [
  () => '',
  () => '',
  (t) => `Shot in ${t.town} on a borrowed phone. If it made you move, one gift is KES 50.`,
  (t) => `Choreography by ${t.stage}. Asanteni kwa support!`,
  (t) => `Two weeks of practice for ${t.track}. Tell me which part you like.`,
  () => 'Vote na mimi nitacheza tena. Tuko pamoja.',
  (t) => `${t.genre} the way we do it at home.`,
  () => 'No editing, only sweat.',
]

export function inventTitle(chance: Chance, told: Told): string {
  return chance.pick(titles)(told)
}

export function inventDescription(chance: Chance, told: Told): string {
  return chance.pick(descriptions)(told)
}

export const rejectionReasons = [
  'The music in the video is not the assigned track.',
  'The video shows somebody else’s logo for most of its length.',
  'The video is private on YouTube. Make it public or unlisted and submit it again.',
] as const

const YOUTUBE = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Ids for the month's YouTube videos: those given first, then ones that only look like some. */
export function* youtubeIds(chance: Chance, given: readonly string[]): Generator<string, never> {
  yield* new Set(given)
  for (;;) yield Array.from({ length: 11 }, () => chance.pick([...YOUTUBE])).join('')
}
