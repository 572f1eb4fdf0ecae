/** Pixels from which a scroll counts as deliberate. */
const MEANT = 24

/** Hides the header on phones while scrolling down. Returns a function that stops it. */
export function foldHeader(): () => void {
  const header = document.querySelector<HTMLElement>('[data-site-header]')
  if (!header) return () => undefined
  let turn = window.scrollY
  const onScroll = () => {
    const { scrollY } = window
    const isFolded = 'folded' in header.dataset
    // `turn` is where the scroll direction last changed.
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
