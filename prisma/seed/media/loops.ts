/** A film `media/<name>.webm` and its poster. */
export interface Loop {
  name: string
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

export const loops: readonly Loop[] = names.map((name) => ({ name, seconds: 4 }))

/** Web serves /media from the media bucket; the rest of the path is the key. */
export function loopUrls(loop: Loop): { video: string; poster: string } {
  return { video: `/media/videos/${loop.name}.webm`, poster: `/media/posters/${loop.name}.webp` }
}
