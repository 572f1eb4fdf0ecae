import { createContext } from 'react'

/** Shows a dance over the page. */
export const WatchContext = createContext<(videoId: string) => void>(() => undefined)
