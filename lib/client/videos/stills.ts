import { STILL_WIDTHS, type StillFile } from '#lib/contract/videos/constants.ts'

/** Returns the address of an approved video's picture in one size. */
export function stillAddress(videoId: string, { width, format }: StillFile): string {
  return `/stills/${videoId}/${width}.${format}`
}

/** Returns the picture's addresses in all widths of a format, as `srcset` names them. */
export function stillSet(videoId: string, format: StillFile['format']): string {
  return STILL_WIDTHS.map((width) => `${stillAddress(videoId, { width, format })} ${width}w`).join(', ')
}
