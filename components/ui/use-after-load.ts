import { useEffect, useRef } from 'react'

/**
 * Does something once the page has loaded and had its time: what is on the screen comes first.
 * @param ms milliseconds after the page has loaded
 */
export function useAfterLoad(work: () => void, ms: number): void {
  const latest = useRef(work)
  useEffect(() => {
    latest.current = work
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      timer = setTimeout(() => latest.current(), ms)
    }
    if (document.readyState === 'complete') wait()
    else window.addEventListener('load', wait, { once: true })
    return () => {
      window.removeEventListener('load', wait)
      clearTimeout(timer)
    }
  }, [ms])
}
