/** A loop of our own, as media/<name>.webm with its poster beside it. */
export interface Loop {
  name: string
  /** Whole seconds, as the page shows them. */
  seconds: number
}

const names = [
  'kayole-sunset',
  'matatu-neon',
  'lake-breeze',
  'kitenge-gold',
  'pwani-indigo',
  'maasai-red',
  'tea-hills',
  'uhuru-night',
  'flamingo-pink',
  'savanna-dust',
  'dhow-turquoise',
  'jacaranda',
] as const

/** The twelve videos that play without a network. */
export const loops: readonly Loop[] = names.map((name) => ({ name, seconds: 4 }))

/** Paths below /media, which web answers from the media bucket; the part after it is the object's key. */
export function loopUrls(loop: Loop): { video: string; poster: string } {
  return { video: `/media/videos/${loop.name}.webm`, poster: `/media/posters/${loop.name}.webp` }
}
