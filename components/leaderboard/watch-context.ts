import { createContext } from 'react'

/** Shows a dance over the page that the leaderboard is on. */
export const WatchContext = createContext<(videoId: string) => void>(() => undefined)
