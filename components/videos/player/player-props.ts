export type PlayerProps = {
  playing: boolean
  muted: boolean
  title: string
  /** Whether the player's own controls are shown. */
  controls?: boolean
  onFail: () => void
  /** There is a picture now; until then nothing plays, whatever was asked for. */
  onReady?: () => void
  /** The person used the player's own controls. */
  onPlayingChange?: (playing: boolean) => void
  /** How much of it has been played, 0 to 1. */
  onProgress?: (ratio: number) => void
}
