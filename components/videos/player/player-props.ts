export type PlayerProps = {
  playing: boolean
  muted: boolean
  title: string
  controls?: boolean
  onFail: () => void
  /** Called when the player has a picture; it plays nothing before. */
  onReady?: () => void
  /** Called if the user plays or pauses by the player's own controls. */
  onPlayingChange?: (playing: boolean) => void
  /** Called with the played share, from 0 to 1. */
  onProgress?: (ratio: number) => void
}
