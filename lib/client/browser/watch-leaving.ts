export type Leaving = {
  /** Whether the page has been left since: a request that was on its way was cut off then, which says nothing of the line. */
  readonly isLeft: boolean
  end(): void
}

/** Chrome rejects what is on its way between the two; Safari on phones knows the second alone. */
const events = ['beforeunload', 'pagehide'] as const

/** Notes whether the page is left from now on. Who is asked and stays is taken for somebody who leaves, until the watch ends. */
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
