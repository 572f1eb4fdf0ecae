/** Scrolled this many pixels in one direction, somebody means it. */
const MEANT = 24

/** On a phone the header leaves while somebody scrolls down, and is back as soon as they scroll up. Answers how to stop. */
export function foldHeader(): () => void {
  const header = document.querySelector<HTMLElement>('[data-site-header]')
  if (!header) return () => undefined
  let turn = window.scrollY
  const onScroll = () => {
    const { scrollY } = window
    const isFolded = 'folded' in header.dataset
    // The other direction is counted from where it began.
    if (isFolded ? scrollY > turn : scrollY < turn) turn = scrollY
    if (!isFolded && scrollY > 200 && scrollY - turn > MEANT) {
      header.dataset.folded = ''
      turn = scrollY
    } else if (isFolded && (turn - scrollY > MEANT || scrollY < 100)) {
      delete header.dataset.folded
      turn = scrollY
    }
  }
  window.addEventListener('scroll', onScroll, { passive: true })
  return () => {
    window.removeEventListener('scroll', onScroll)
    delete header.dataset.folded
  }
}
