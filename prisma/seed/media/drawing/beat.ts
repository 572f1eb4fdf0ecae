// Movement in beats. Everything repeats within LOOP_BEATS, so that the last frame leads into the first.

export const LOOP_BEATS = 8
export const WIDTH = 540
export const HEIGHT = 960

/** A swing between -1 and 1 that takes so many beats; `delay` in beats. */
export function swing(beat: number, every = 2, delay = 0): number {
  return Math.sin((2 * Math.PI * (beat - delay)) / every)
}

/** 1 on the beat, falling to 0 before the next: what a drum does to whoever hears it. */
export function pulse(beat: number, every = 1): number {
  const since = (((beat / every) % 1) + 1) % 1
  return (1 - since) ** 3
}

/** 0 on the beat, 1 between two beats: knees, jumps, bounces. */
export function hop(beat: number, every = 1): number {
  return Math.abs(Math.sin((Math.PI * beat) / every))
}

/** Goes from -1 to 1 and back like a swing, but rests at its ends. */
export function step(beat: number, every = 2, delay = 0): number {
  return Math.tanh(2.4 * swing(beat, every, delay)) / Math.tanh(2.4)
}
