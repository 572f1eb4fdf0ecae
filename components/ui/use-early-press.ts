import { useEffect, useRef } from 'react'
import { takeEarlyPress } from '#lib/client/browser/early-press.ts'

/**
 * Makes up for a press that came before the script did: on a thin line a page is painted seconds earlier.
 * @param name tells the button from the others of the page
 * @returns what the button carries in `data-early`, which is taken from it when it answers by itself
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
