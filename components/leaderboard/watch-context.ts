import { createContext } from 'react'

/** Function that shows a video over the page. */
export const WatchContext = createContext<(videoId: string) => void>(() => undefined)
