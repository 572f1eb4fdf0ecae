import { type PointerEvent, useCallback, useRef, useState } from 'react'

const STEP = 1.4
const ZOOM_MAX = 8

export function useStage() {
  const frame = useRef<HTMLElement | null>(null)
  const [box, setBox] = useState({ width: 0, height: 0 })
  const [zoom, setZoom] = useState(1)
  const [turn, setTurn] = useState(0)
  const grip = useRef<{ x: number; y: number; left: number; top: number } | null>(null)

  const measure = useCallback((element: HTMLElement) => {
    frame.current = element
    // Includes the scroll bars: otherwise a new bar would change the size that causes it.
    const observer = new ResizeObserver(() =>
      setBox({ width: element.offsetWidth, height: element.offsetHeight }),
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      frame.current = null
    }
  }, [])

  const drag = {
    onPointerDown: (event: PointerEvent) => {
      const element = frame.current
      if (!element || event.button !== 0 || event.pointerType === 'touch') return
      grip.current = { x: event.clientX, y: event.clientY, left: element.scrollLeft, top: element.scrollTop }
      element.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent) => {
      const element = frame.current
      if (!element || !grip.current) return
      element.scrollLeft = grip.current.left - (event.clientX - grip.current.x)
      element.scrollTop = grip.current.top - (event.clientY - grip.current.y)
    },
    onPointerUp: () => {
      grip.current = null
    },
  }
  return {
    measure,
    box,
    zoom,
    turn,
    drag,
    larger: () => setZoom((now) => Math.min(ZOOM_MAX, now * STEP)),
    smaller: () => setZoom((now) => Math.max(1, now / STEP)),
    fit: () => setZoom(1),
    turnOnce: () => setTurn((now) => (now + 90) % 360),
    reset: () => {
      setZoom(1)
      setTurn(0)
    },
  }
}

/** Size of a picture in CSS pixels, and of the box around its rotation. */
export function placeOf(
  picture: { width: number; height: number },
  { box, zoom, turn }: Pick<ReturnType<typeof useStage>, 'box' | 'zoom' | 'turn'>,
) {
  const isTurned = turn % 180 !== 0
  const wide = isTurned ? picture.height : picture.width
  const high = isTurned ? picture.width : picture.height
  const scale = Math.min(box.width / wide, box.height / high) * zoom
  return {
    outer: { width: Math.floor(wide * scale), height: Math.floor(high * scale) },
    inner: { width: Math.floor(picture.width * scale), height: Math.floor(picture.height * scale) },
  }
}
