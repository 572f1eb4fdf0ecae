export type Leaving = {
  /** Whether the page has been left since: a request that was on its way was cut off then, which says nothing of the line. */
  readonly isLeft: boolean
  end(): void
}

/** Notes whether the page is left from now on. Browsers say so before they reject what is on its way. */
export function watchLeaving(): Leaving {
  let isLeft = false
  const note = () => {
    isLeft = true
  }
  window.addEventListener('pagehide', note)
  return {
    get isLeft() {
      return isLeft
    },
    end: () => window.removeEventListener('pagehide', note),
  }
}
