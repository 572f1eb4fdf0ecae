export type Leaving = {
  /** Whether the user left: cancelled requests then say nothing about the connection. */
  readonly isLeft: boolean
  end(): void
}

/** Chrome cancels requests between these two events; Safari on phones fires only the second. */
const events = ['beforeunload', 'pagehide'] as const

/** `isLeft` stays true if the user then decides to stay. */
export function watchLeaving(): Leaving {
  let isLeft = false
  const note = () => {
    isLeft = true
  }
  for (const event of events) window.addEventListener(event, note)
  return {
    get isLeft() {
      return isLeft
    },
    end: () => {
      for (const event of events) window.removeEventListener(event, note)
    },
  }
}
