import { type RefObject, useEffect, useRef } from 'react'
import { takeEarlyPress } from '#lib/client/browser/early-press.ts'

type EarlyPress = { ref: RefObject<HTMLButtonElement | null>; 'data-early': string }

/**
 * Makes up for a press that came before the script did: on a thin line a page is painted seconds earlier.
 * @param name tells the button from the others of the page
 * @returns what the button carries until it answers by itself
 */
export function useEarlyPress(name: string, press: () => void): EarlyPress {
  const ref = useRef<HTMLButtonElement>(null)
  const latest = useRef(press)
  useEffect(() => {
    latest.current = press
  })
  useEffect(() => {
    if (takeEarlyPress(name)) latest.current()
    // Not by a state: every button of the page would be drawn a second time just when it comes to life.
    ref.current?.removeAttribute('data-early')
  }, [name])
  return { ref, 'data-early': name }
}
