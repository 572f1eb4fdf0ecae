export type PlayerProps = {
  playing: boolean
  muted: boolean
  title: string
  /** The player's own controls. */
  controls?: boolean
  onFail: () => void
  /** Has a picture; nothing plays before. */
  onReady?: () => void
  /** By the player's own controls. */
  onPlayingChange?: (playing: boolean) => void
  /** 0 to 1. */
  onProgress?: (ratio: number) => void
}
