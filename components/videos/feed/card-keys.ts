/** J and K go to the next and the previous card. Answers how to stop. */
export function watchCardKeys(): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0
    if (step === 0 || isTyping(event.target) || document.querySelector('[role="dialog"]')) return
    event.preventDefault()
    goToCard(step)
  }
  document.addEventListener('keydown', onKey)
  return () => document.removeEventListener('keydown', onKey)
}

function goToCard(step: 1 | -1): void {
  const cards = [...document.querySelectorAll<HTMLElement>('[data-feed-card]')]
  // The card at the top is the first one whose lower half is still below the header.
  const top = cards.findIndex((card) => {
    const { top: from, height } = card.getBoundingClientRect()
    return from + height / 2 > 64
  })
  const focused = document.activeElement instanceof HTMLElement ? cards.indexOf(document.activeElement) : -1
  const from = focused >= 0 ? focused : step === 1 ? startOf(cards[top], top) : top
  const card = cards[Math.min(cards.length - 1, Math.max(0, from + step))]
  if (!card) return
  card.focus({ preventScroll: true })
  card.scrollIntoView({ block: 'start', behavior: 'smooth' })
}

/** Before the first card is reached, J goes to it rather than past it. */
function startOf(card: HTMLElement | undefined, index: number): number {
  return card && card.getBoundingClientRect().top > 100 ? index - 1 : index
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable="true"]')
}
