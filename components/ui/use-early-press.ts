import { useEffect, useRef } from 'react'
import { takeEarlyPress } from '#lib/client/browser/early-press.ts'

/**
 * Runs `press` if the button was pressed before its script loaded: on slow connections pages paint seconds
 * earlier.
 * @param name identifies the button on the page
 * @returns the value of `data-early`, removed once the button works
 */
export function useEarlyPress(name: string, press: () => void): string {
  const latest = useRef(press)
  useEffect(() => {
    latest.current = press
  })
  useEffect(() => {
    if (takeEarlyPress(name)) latest.current()
  }, [name])
  return name
}
