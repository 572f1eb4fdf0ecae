import { useEffect, useSyncExternalStore } from 'react'
import { inPageLanguage, loadServerWords, readServerWords, subscribeServerWords } from './server-words.ts'

/** Returns how to say a text of the server in the language of the page; English until its words are loaded. */
export function useServerWords(): (text: string) => string {
  useSyncExternalStore(subscribeServerWords, readServerWords, readServerWords)
  useEffect(() => void loadServerWords(), [])
  return inPageLanguage
}
